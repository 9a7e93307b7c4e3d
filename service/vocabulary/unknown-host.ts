/** SSH servers and their keys. */

export interface HostKey {
  /** As in known_hosts: `ssh-ed25519`. */
  type: string;
  /** The public key, base64. */
  key: string;
  /** `SHA256:…` as ssh and administrators write it. */
  fingerprint: string;
}

/** A server whose key is not known on this machine. */
export interface UnknownHost {
  /** As known_hosts names it, without the port: the host, or what the person's ssh configuration calls its keys. */
  host: string;
  port: number;
  keys: HostKey[];
}

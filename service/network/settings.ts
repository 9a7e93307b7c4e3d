/** What a person says about the network, and what holds where nothing was said. */

import { PATIENCE_MINUTES } from './patience.ts';

/** `system`: what the environment says; `none`: no proxy at all; `manual`: the one that was entered. */
export type ProxyMode = 'system' | 'none' | 'manual';

export interface ClientCertificate {
  /** Host's name or address, with `:port` or without; `*` for every server that asks. */
  host: string;
  /** Path of a PEM file: the certificate, then those between it and its authority. */
  certificate: string;
  /** Path of a PEM file without a passphrase. */
  key: string;
}

/** Free of secrets: the password of a proxy is kept elsewhere. */
export interface NetworkSettings {
  proxy: {
    mode: ProxyMode;
    /** `http://host:port` or `https://host:port`, free of a login; '' without one. */
    address: string;
    /** '' for a proxy that asks nobody. */
    username: string;
    /** Hosts that are asked without the entered proxy; see `proxy-choice.ts` for how they are written. */
    exceptions: string[];
  };
  /** Path of a PEM file with certificates of authorities that are trusted beside those of the machine; '' for none. */
  authorities: string;
  client_certificates: ClientCertificate[];
  /** How long work waits for a server that went away, in minutes; 0 for not at all. */
  wait_minutes: number;
}

export const DEFAULT_NETWORK: NetworkSettings = {
  proxy: { mode: 'system', address: '', username: '', exceptions: ['localhost', '127.0.0.1', '::1'] },
  authorities: '',
  client_certificates: [],
  wait_minutes: PATIENCE_MINUTES,
};

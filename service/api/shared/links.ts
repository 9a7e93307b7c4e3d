/** Absolute addresses in bodies. They repeat the host that the caller used, as public clients expect. */
import { API_PATH } from '../../vocabulary/api-path.ts';

/** `<origin>/api/v3` of a request. */
export function baseUrl(request: Request): string {
  return new URL(request.url).origin + API_PATH;
}

/** Address of a person below `base`, and the beginning of most addresses of an organization. */
export function accountUrl(base: string, login: string): string {
  return `${base}/users/${encodeURIComponent(login)}`;
}

export function organizationUrl(base: string, login: string): string {
  return `${base}/orgs/${encodeURIComponent(login)}`;
}

export function repositoryUrl(base: string, owner: string, name: string): string {
  return `${base}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}

/** Address of a page for people; the origin without the API's path. */
export function webUrl(base: string, ...segments: string[]): string {
  return [base.slice(0, -API_PATH.length), ...segments.map(encodeURIComponent)].join('/');
}

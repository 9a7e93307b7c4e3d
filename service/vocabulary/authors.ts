/** Author maps. */

export interface MapEntry {
  remote_name: string;
  name: string;
  email: string;
}

/** Whether, and at which port, scripts on this machine reach the API. */

export interface LoopbackSetting {
  enabled: boolean;
  /** 0 for any free port. */
  port: number;
}

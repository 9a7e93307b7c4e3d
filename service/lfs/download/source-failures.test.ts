/** What broke on the way to a Git LFS server, and whether it is waited for the first time too. */
import { expect, test } from 'vitest';
import { asFailure } from '../../failures/as-failure.ts';
import { isUnwell } from '../../network/patience.ts';
import { type NetworkFact, NetworkTrouble } from '../../network/trouble.ts';
import { brokenOff } from './source-failures.ts';

const WAY = { host: 'lfs.example', proxy: 'http://proxy.example:3128', source: 'settings' } as const;

test.each<[NetworkFact, number | undefined, string, boolean]>([
  ['connection_broke', undefined, 'lfs.source_broke_off', true],
  ['connection_refused', undefined, 'lfs.source_unreachable', false],
  // Over TLS a proxy is asked for a line first.
  ['proxy_closed', undefined, 'network.proxy_closed', true],
  ['proxy_gateway', 503, 'network.proxy_gateway', true],
  ['proxy_unreachable', undefined, 'network.proxy_unreachable', false],
])('%s (%s) is told as %s; waited for: %s', (fact, status, key, waits) => {
  const way = status === undefined ? WAY : { ...WAY, status };
  const failure = asFailure(brokenOff(new NetworkTrouble(fact, way), 'lfs.example'));
  expect([failure.key, isUnwell(failure)]).toEqual([key, waits]);
});

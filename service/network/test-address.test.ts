import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { applyNetwork } from './current.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './settings.ts';
import { testAddress } from './test-address.ts';

const server = createServer((socket) => socket.end());
let host: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  network(DEFAULT_NETWORK.proxy);
  server.close();
});

function network(proxy: NetworkSettings['proxy']): void {
  applyNetwork({ ...DEFAULT_NETWORK, proxy, proxyPassword: null, authoritiesFolder: null });
}

test.each(['svn', 'git', 'ssh', 'svn+ssh'])('%s:// is tested past a proxy that no HTTP could use', async (scheme) => {
  network({ ...DEFAULT_NETWORK.proxy, mode: 'system' });
  for (const proxy of ['socks5://127.0.0.1:1', 'ftp://nowhere', 'http://127.0.0.1:1']) {
    vi.stubEnv('http_proxy', proxy);
    const tested = await testAddress(new URL(`${scheme}://somebody@${host}/path`), new AbortController().signal);
    expect(tested).toMatchObject({ failed: null, hops: [{ hop: 'name' }, { hop: 'connection', state: 'passed' }] });
  }
});

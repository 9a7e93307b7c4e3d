import { expect, test } from 'vitest';
import { isException, proxyAddress, proxyFor } from './proxy-choice.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './settings.ts';

const proxyOf = (
  url: string,
  proxy: Partial<NetworkSettings['proxy']>,
  environment = {},
  password: string | null = null,
) => proxyFor(new URL(url), { proxy: { ...DEFAULT_NETWORK.proxy, ...proxy } }, password, environment);

test.each([
  ['svn.example.com', 'http://svn.example.com/', true],
  ['example.com', 'https://svn.example.com/', true],
  ['.example.com', 'https://svn.example.com/', true],
  ['*.example.com', 'https://svn.example.com/', true],
  ['EXAMPLE.com', 'https://example.COM./', true],
  ['ample.com', 'https://example.com/', false],
  ['example.com:8443', 'https://example.com:8443/', true],
  ['example.com:443', 'https://example.com/', true],
  ['example.com:8443', 'https://example.com/', false],
  ['10.0.0.0/8', 'http://10.1.2.3/', true],
  ['10.0.0.0/8', 'http://11.1.2.3/', false],
  ['10.0.0.0/99', 'http://10.1.2.3/', false],
  ['10.0.0.0/', 'http://11.1.2.3/', false],
  ['1.2.3', 'http://10.1.2.3/', false],
  ['::1', 'http://[::1]:81/', true],
  ['[::1]:81', 'http://[::1]:81/', true],
  ['[::1]:82', 'http://[::1]:81/', false],
  ['fd00::/8', 'http://[fd12::1]/', true],
  ['[fd00::]/8', 'http://[fd12::1]/', true],
  ['bücher.example', 'http://svn.bücher.example/', true],
  ['*.BÜCHER.example:81', 'http://svn.xn--bcher-kva.example:81/', true],
  ['xn--bcher-kva.example', 'http://bücher.example/', true],
  ['*', 'http://anything/', true],
  ['', 'http://anything/', false],
  ['.', 'http://anything/', false],
])('the exception %s and %s: %s', (exception, url, expected) => {
  expect(isException(new URL(url), [exception])).toBe(expected);
});

test('the environment is read in small and in capital letters, the more special variable first', () => {
  const system = { mode: 'system' } as const;
  const environment = { HTTPS_PROXY: 'http://a:b%40c@proxy.example:3128', all_proxy: 'socks5h://127.0.0.1' };
  expect(proxyOf('https://host/', system, environment)).toEqual({
    ...{
      protocol: 'http:',
      hostname: 'proxy.example',
      port: 3128,
      username: 'a',
      password: 'b@c',
      from: 'HTTPS_PROXY',
    },
  });
  expect(proxyOf('http://host/', system, environment)).toMatchObject({
    protocol: 'socks5h:',
    port: 1080,
    from: 'all_proxy',
  });
  expect(proxyOf('https://host/', system, { ...environment, no_proxy: 'other, host' })).toBeNull();
  expect(proxyOf('https://host/', system, { ...environment, NO_PROXY: 'host' })).toBeNull();
  expect(proxyOf('https://host/', system, { ...environment, no_proxy: '', NO_PROXY: 'host' })).toBeNull();
  expect(proxyOf('http://host/', system, { http_proxy: '', HTTP_PROXY: 'proxy:8080' })).toMatchObject({
    hostname: 'proxy',
    port: 8080,
  });
  expect(proxyOf('http://host/', { mode: 'none' }, environment)).toBeNull();
  expect(proxyOf('svn://host/', system, environment)).toBeNull();
});

test('what names no proxy is told, with the place where it stands', () => {
  for (const address of ['http://', 'ftp://proxy', 'http://pro xy:1', 'proxy:99999'])
    expect(() => proxyOf('http://host/', { mode: 'system' }, { http_proxy: address })).toThrow(/variable http_proxy/);
});

test('an entered proxy has the entered login', () => {
  const manual = { mode: 'manual', address: 'http://[::1]:3128', username: 'ann', exceptions: ['*.corp'] } as const;
  const proxy = proxyOf('https://host/', { ...manual, exceptions: ['*.corp'] }, {}, 'pw');
  expect(proxy).toMatchObject({ hostname: '::1', username: 'ann', password: 'pw', from: 'settings' });
  expect(proxy && proxyAddress(proxy)).toBe('http://[::1]:3128');
  expect(proxyOf('https://git.corp/', { ...manual, exceptions: ['*.corp'] })).toBeNull();
});

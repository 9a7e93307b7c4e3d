/** Servers that refuse in a page of the web server in front of them: the sentence says what it wants. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthority } from '../network/testing/authority.ts';
import { startTlsFront, type TlsFront } from '../network/testing/tls-front.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';

/** nginx 1.22 and Apache 2.4 as they answered; Go's (net/http, server.go) and Tomcat's by their sources. */
const PAGES = {
  wanted: '<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>\r\n<body>\r\n',
  refused: '<html>\r\n<head><title>400 The SSL certificate error</title></head>\r\n<body>\r\n',
  nginx: '<html>\r\n<head><title>400 The plain HTTP request was sent to HTTPS port</title></head>\r\n',
  apache: "<p>Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />\n</p>\n",
  go: 'Client sent an HTTP request to an HTTPS server.\n',
  tomcat: 'Bad Request\r\nThis combination of host and port requires TLS.\r\n',
  other: '<html><title>400 Bad Request</title></html>',
};
let folder: string;
let engine: TestEngine;
let server: Server;
let front: TlsFront;
let page = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry pages '));
  engine = await startTestEngine();
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(400, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const authority = makeAuthority(join(folder, 'authority'), 'Ours');
  front = await startTlsFront((server.address() as AddressInfo).port, authority.issue('server'));
  const settings = { authorities: authority.file, wait_minutes: 0 };
  expect(await engine.api('PATCH', '/settings/network', settings)).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await engine.end();
  await front.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const SYSTEMS = [undefined, 'git', 'subversion', 'mercurial', 'tfvc'];
const plain = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const detect = async (vcs_url: string, vcs: string | undefined) =>
  (await engine.api('POST', '/import_detections', { vcs_url, vcs })).body;

test.each([
  ['wanted', /asks for a certificate of yours/],
  ['refused', /asks for a certificate of yours/],
] as const)('a server that wants a certificate and says so in its page: %s', async (name, said) => {
  page = PAGES[name];
  for (const vcs of SYSTEMS)
    expect(await detect(`${front.origin}/team/tool`, vcs), vcs).toMatchObject({
      status: 'error',
      failure: 'network.client_certificate_wanted',
      message: expect.stringMatching(said),
    });
});

test.each(['nginx', 'apache', 'go', 'tomcat'] as const)('http at a port of https is told: %s', async (name) => {
  page = PAGES[name];
  for (const vcs of SYSTEMS)
    expect(await detect(`${plain()}/team/tool`, vcs), vcs).toMatchObject({
      failure: 'network.https_wanted',
      message: expect.stringContaining('speaks HTTPS there. Use its https:// address.'),
    });
});

test('any other page of that status says none of it', async () => {
  for (const [name, origin] of [
    ['other', plain()],
    ['wanted', plain()],
    ['nginx', front.origin],
  ] as const) {
    page = PAGES[name];
    expect(await detect(`${origin}/team/tool`, 'git')).toMatchObject({ failure: 'connection.http_refused' });
  }
});

test('a push is told it, and so is who tests the address', async () => {
  page = PAGES.wanted;
  const source = makeGitSource(folder, 'source.git', historyStream(1));
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('p', ['complete']);
  const path = '/repos/acme/p/remote_pushes';
  const { body } = await engine.api('POST', path, { remote_url: `${front.origin}/tool.git` });
  const end = await engine.until(async () => {
    const now = (await engine.api('GET', `${path}/${body.id}`)).body;
    return now.status === 'running' ? undefined : now;
  });
  expect(end).toMatchObject({ status: 'error', failure: 'network.client_certificate_wanted' });
  const tested = await engine.api('POST', '/settings/network/test', { address: front.origin });
  expect(tested.body).toMatchObject({ failed: 'certificate' });
});

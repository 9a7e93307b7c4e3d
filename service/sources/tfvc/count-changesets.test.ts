import { afterEach, expect, test } from 'vitest';
import { countChangesets } from './count-changesets.ts';
import { clientOf, serve, stopServers } from './testing/served-client.ts';

afterEach(stopServers);

const TOP = '$/Shop';
/** The newest of Shop; the first changesets are those that made the projects. */
const LAST = 41;
/** Of Shop. The list is parted at the second, the third and the fourth. */
const PARTED = [5, 12, 20, 32, 37];

/** Forty changesets, every fourth of another project; `hidden` is listed to nobody. */
async function served(hidden: number | null = null) {
  const server = await serve();
  server.model.addProject('Other');
  for (let n = 1; n <= 40; n++)
    server.model.checkIn({}, (work) => work.add(`${n % 4 === 0 ? '$/Other' : TOP}/${n}`, `${n}\n`));
  server.onReply = ({ path }, reply) => {
    if (hidden === null || !path.endsWith('/changesets')) return;
    const { value } = JSON.parse(reply.body.toString());
    const left = value.filter(({ changesetId }: { changesetId: number }) => changesetId !== hidden);
    reply.body = Buffer.from(JSON.stringify({ count: left.length, value: left }));
  };
  return server;
}

test.each([
  ['all are counted once, in parts or in one', null, 31],
  ['one that is listed no more is missing in the number, also where a part would end', 12, 30],
  ['so is the last one of a part in the middle', 32, 30],
])('%s', async (_, hidden, expected) => {
  const server = await served(hidden);
  const { client } = clientOf(server);
  expect(await countChangesets(client, TOP, LAST, [])).toBe(expected);
  const inOne = server.requests.length;
  expect(await countChangesets(client, TOP, LAST, PARTED)).toBe(expected);
  expect(server.requests.length - inOne).toBeGreaterThanOrEqual(4);
});

test('what the server refuses is told, not counted anew', async () => {
  const server = await served();
  const { client } = clientOf(server);
  server.fault = () => ({ kind: 'status', status: 403 });
  await expect(countChangesets(client, TOP, LAST, PARTED)).rejects.toThrow();
  expect(server.requests).toHaveLength(4);
});

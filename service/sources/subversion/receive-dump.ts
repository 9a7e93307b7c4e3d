/** Receives revisions from the program that dumps a repository. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { noteHidden, saysHidden } from '../folders/raw/findings.ts';
import { Arrival, type ArrivalMessage, keepWhatArrived } from './arrival.ts';
import { DumpParser, parseProperties } from './dump/parser.ts';
import { DumpError, type NodeRecord } from './dump/record.ts';
import { SvndiffError, targetSize } from './dump/svndiff.ts';
import { type DumpInput, openDump } from './open-dump.ts';
import type { DumpStream } from './ranges.ts';
import type { NodeText } from './raw/file-texts.ts';
import type { RawHistory } from './raw/history.ts';
import { addLargeText, MEMORY_LIMIT } from './raw/large-text.ts';
import { ToldFolders, type ToldOf } from './told-folders.ts';

export interface ReceiveInput extends DumpInput {
  /** The server that sends it; null for a folder of this disk. */
  server: ToldOf | null;
}

/**
 * Takes the revisions behind those that the history has from the program that dumps them.
 * @throws Failure when the program fails, the stream is cut or does not fit; what arrived before is kept
 */
export async function receiveDump(
  history: RawHistory,
  input: ReceiveInput,
  post: (message: ArrivalMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const dump = await openDump(input, history.revision, join(history.folder, 'dump.pipe'), signal);
  const told = input.server && new ToldFolders(input.server, history, () => dump.heard());
  const arrival = new Arrival(history, post);
  try {
    told?.begin();
    const endLast = await applyDump(history, { dump, arrival, told });
    await dump.done();
    await endLast();
    arrival.done();
    if (history.revision < input.youngest)
      throw new DumpError(
        say('the source ended after r{last} instead of r{wanted}', { last: history.revision, wanted: input.youngest }),
      );
  } catch (error) {
    await dump.stop();
    // After an error of our own files only the last checkpoint can be trusted.
    if ((error as NodeJS.ErrnoException).syscall === undefined) keepWhatArrived(history);
    arrival.stopped();
    // The tool's own words say more than the cut stream that it left.
    const result = await dump.done().catch((failure: unknown) => failure as Failure);
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    if (result instanceof Failure && result.kind !== 'cancelled') throw result;
    if (error instanceof DumpError || error instanceof SvndiffError || error instanceof RangeError) {
      throw Failure.of(
        'subversion.stream_unusable',
        {
          revision: history.revision + 1,
          what: error instanceof DumpError || error instanceof SvndiffError ? error.said : error.message,
        },
        error.message,
      );
    }
    throw error;
  } finally {
    arrival.close();
    dump.close();
    told?.close();
  }
}

interface Arriving {
  dump: DumpStream;
  arrival: Arrival;
  /** What the log of the server says that sends it, whose rules may hide something; null for what is read of a disk, of which all is there. */
  told: ToldFolders | null;
}

/**
 * Applies every record of a dump. A revision counts as complete when the next one begins; the caller
 * ends the last one with the returned function once the tool has ended well.
 * @throws DumpError when the stream is cut or does not fit what came before
 */
async function applyDump(history: RawHistory, { dump, arrival, told }: Arriving): Promise<() => Promise<void>> {
  const parser = new DumpParser(dump.pieces(), (more) => {
    arrival.bytes += more;
    dump.heard();
  });
  let current = -1;
  let properties = new Map<string, string>();
  let changed = new Set<string>();
  const end = async () => {
    if (current <= 0) return;
    if (told !== null) {
      for (const path of await told.of(current)) {
        if (!changed.has(path) && history.converter.isThere(path)) history.converter.changeNothing(path);
      }
      noteHidden(history.findings, current, properties);
    }
    history.endRevision(current, properties);
    current = -1;
    arrival.ended();
  };
  for (let record = await parser.next(); record !== null; record = await parser.next()) {
    if (record.kind === 'revision') {
      await end();
      current = record.number;
      changed = new Set();
      properties = new Map();
      for (const [name, value] of record.properties === null ? [] : parseProperties(record.properties)) {
        if (value !== null) properties.set(name, value);
      }
      if (current > 0) {
        if (current !== history.revision + 1)
          throw new DumpError(
            say('the source sent r{sent} where r{due} was due', { sent: current, due: history.revision + 1 }),
          );
        history.converter.begin(current, told !== null && saysHidden(properties));
      }
    } else if (record.kind === 'node') {
      if (current <= 0) throw new DumpError(say('the source sent a change outside of a revision'));
      if (record.action === 'change' && record.isDirectory === true) changed.add(record.path);
      await applyNode(history, parser, record);
    } else if (record.kind === 'uuid') {
      history.uuid = record.uuid;
    }
  }
  return end;
}

async function applyNode(history: RawHistory, parser: DumpParser, record: NodeRecord): Promise<void> {
  if (history.converter.leavesOut(record)) return;
  const changes = record.properties === null ? null : parseProperties(record.properties);
  let text: NodeText = { kind: 'none' };
  if (record.textLength >= 0) {
    const base = record.textIsDelta ? history.converter.baseOf(record) : null;
    if (record.textLength > MEMORY_LIMIT || (base !== null && history.isLarge(base.blob))) {
      text = await addLargeText(history, record, (path) => parser.textToFile(path), base);
    } else {
      const bytes = await parser.text();
      const size = record.textIsDelta ? targetSize(bytes) : bytes.length;
      text =
        size > MEMORY_LIMIT
          ? await addLargeText(history, record, (path) => writeFileSync(path, bytes, { mode: 0o600 }), base)
          : { kind: 'memory', bytes };
    }
  }
  history.converter.node(record, changes, text);
}

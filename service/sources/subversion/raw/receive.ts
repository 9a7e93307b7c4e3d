/** Feeds a dump stream into a raw history, with a durable checkpoint every few seconds. */
import { DumpParser, parseProperties } from '../dump/parser.ts';
import { DumpError, type NodeRecord } from '../dump/record.ts';
import { targetSize } from '../dump/svndiff.ts';
import type { NodeText } from './file-texts.ts';
import type { RawHistory } from './history.ts';
import { addLargeText, MEMORY_LIMIT } from './large-text.ts';

const CHECKPOINT_MS = 5_000;

/**
 * Applies every record of a dump. A revision counts as complete when the next one begins; the caller
 * ends the last one with the returned function once the tool has ended well.
 * @param onRevision told of each complete revision
 * @throws DumpError when the stream is cut or does not fit what came before
 */
export async function receiveDump(
  history: RawHistory,
  stream: AsyncIterable<Buffer>,
  onRevision: (revision: number) => void,
  onBytes: (bytes: number) => void,
): Promise<() => void> {
  const parser = new DumpParser(stream, onBytes);
  let current = -1;
  let properties = new Map<string, string>();
  let lastCheckpoint = performance.now();
  const end = () => {
    if (current <= 0) return;
    history.endRevision(current, properties);
    onRevision(current);
    current = -1;
    if (performance.now() - lastCheckpoint > CHECKPOINT_MS) {
      history.checkpoint();
      lastCheckpoint = performance.now();
    }
  };
  for (let record = await parser.next(); record !== null; record = await parser.next()) {
    if (record.kind === 'revision') {
      end();
      current = record.number;
      properties = new Map();
      for (const [name, value] of record.properties === null ? [] : parseProperties(record.properties)) {
        if (value !== null) properties.set(name, value);
      }
      if (current > 0) {
        if (current !== history.revision + 1)
          throw new DumpError(`the source sent r${current} where r${history.revision + 1} was due`);
        history.converter.begin(current);
      }
    } else if (record.kind === 'node') {
      if (current <= 0) throw new DumpError('the source sent a change outside of a revision');
      await applyNode(history, parser, record);
    } else if (record.kind === 'uuid') {
      history.uuid = record.uuid;
    }
  }
  return end;
}

async function applyNode(history: RawHistory, parser: DumpParser, record: NodeRecord): Promise<void> {
  const changes = record.properties === null ? null : parseProperties(record.properties);
  let text: NodeText = { kind: 'none' };
  if (record.textLength >= 0) {
    const base = record.textIsDelta ? history.converter.baseOf(record) : null;
    if (record.textLength > MEMORY_LIMIT || (base !== null && history.isLarge(base.blob))) {
      text = await addLargeText(history, parser, record, null, base);
    } else {
      const bytes = await parser.text();
      const size = record.textIsDelta ? targetSize(bytes) : bytes.length;
      text = size > MEMORY_LIMIT ? await addLargeText(history, parser, record, bytes, base) : { kind: 'memory', bytes };
    }
  }
  history.converter.node(record, changes, text);
}

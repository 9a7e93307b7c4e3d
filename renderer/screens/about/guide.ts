/** The user's guide as it was written for this version. It is a piece of the program that is loaded when somebody opens it. */
import { type Block, readMarkdown } from './markdown.ts';

const texts = import.meta.glob<string>('../../../docs/guide/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const FOLDER = '../../../docs/guide/';

/** A page of the guide. */
export interface GuidePage {
  /** Path below `docs/guide`, without the ending: `errors/disk`. */
  name: string;
  title: string;
  /** Without the title. */
  blocks: readonly Block[];
}

/** The contents. */
export const CONTENTS = 'README';

/** All pages by their names; the contents come first. */
export const guide: ReadonlyMap<string, GuidePage> = new Map(
  Object.entries(texts)
    .map(([path, text]) => pageOf(path.slice(FOLDER.length).replace(/\.md$/, ''), text))
    .sort((a, b) => Number(b.name === CONTENTS) - Number(a.name === CONTENTS) || a.name.localeCompare(b.name))
    .map((page) => [page.name, page] as const),
);

function pageOf(name: string, text: string): GuidePage {
  const [first, ...blocks] = readMarkdown(text);
  if (first?.kind !== 'heading' || first.level !== 1) throw new Error(`${name} does not begin with a title.`);
  return { name, title: first.lines.join(' '), blocks };
}

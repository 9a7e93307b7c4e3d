/** The user's guide as it was written for this version, as a person reads it. */
import { type Block, readMarkdown } from './markdown.ts';

/** A page of the guide. */
export interface GuidePage {
  /** Path below the folder of its language, without the ending: `errors/disk`. The same in every language. */
  name: string;
  title: string;
  /** Without the title. */
  blocks: readonly Block[];
}

/** The contents. */
export const CONTENTS = 'README';

/**
 * All pages of one language by their names; the contents come first.
 * @param texts by where they lie
 * @param folder what their paths begin with
 * @param locale sorts the pages by their titles
 */
export function readGuide(
  texts: Readonly<Record<string, string>>,
  folder: string,
  locale: string,
): ReadonlyMap<string, GuidePage> {
  const { compare } = new Intl.Collator(locale);
  return new Map(
    Object.entries(texts)
      .map(([path, text]) => pageOf(path.slice(folder.length).replace(/\.md$/, ''), text))
      .sort((a, b) => Number(b.name === CONTENTS) - Number(a.name === CONTENTS) || compare(a.title, b.title))
      .map((page) => [page.name, page] as const),
  );
}

function pageOf(name: string, text: string): GuidePage {
  const [first, ...blocks] = readMarkdown(text);
  if (first?.kind !== 'heading' || first.level !== 1) throw new Error(`${name} does not begin with a title.`);
  return { name, title: first.lines.join(' '), blocks };
}

/** What svn prints with --xml (Subversion's schemas: `subversion/svn/schema/*.rnc`), element by element. */
import sax from 'sax';

/** An element that has ended. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Texts of its children without children, by name. */
  texts: Readonly<Record<string, string>>;
  /** Its own text. */
  text: string;
  /** Name of the element that it stands in; '' for the root. */
  within: string;
}

/** Of a text that has as many characters the rest may be missing: names, dates and authors are shorter, messages and values of properties not. */
export const LONGEST_TEXT = 1 << 16;

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  texts: Record<string, string>;
  text: string;
}

/** Reads XML as it comes. */
export class SvnXml {
  readonly #parser = sax.parser(true);
  readonly #open: OpenElement[] = [];
  /** What the parser said of the text; null as long as it is XML. */
  #problem: string | null = null;

  /** @param onElement told of each element at its end: children before the one that they stand in */
  constructor(onElement: (element: XmlElement) => void) {
    this.#parser.onopentag = ({ name, attributes }) =>
      this.#open.push({ name, attributes: attributes as Record<string, string>, texts: {}, text: '' });
    const onText = (text: string) => {
      const element = this.#open.at(-1);
      if (element !== undefined && element.text.length < LONGEST_TEXT) element.text += text;
    };
    this.#parser.ontext = onText;
    this.#parser.oncdata = onText;
    this.#parser.onclosetag = () => {
      const element = this.#open.pop();
      if (element === undefined) return;
      const around = this.#open.at(-1);
      if (around !== undefined) around.texts[element.name] = element.text;
      onElement({ ...element, within: around?.name ?? '' });
    };
    this.#parser.onerror = (error) => {
      this.#problem ??= error.message.split('\n')[0] ?? '';
    };
  }

  /** What is not XML is not read any further, and `end` says so. */
  write(text: string): void {
    if (this.#problem === null) this.#parser.write(text);
  }

  /** Says that nothing follows. @throws RangeError when what came is no XML, or only the beginning of some */
  end(): void {
    if (this.#problem === null) this.#parser.close();
    if (this.#problem !== null) throw new RangeError(`svn's XML: ${this.#problem}`);
  }
}

/** All elements of a text, children before what they stand in. @throws RangeError when it is no XML, or cut off */
export function xmlElements(xml: string): XmlElement[] {
  const elements: XmlElement[] = [];
  const reader = new SvnXml((element) => elements.push(element));
  reader.write(xml);
  reader.end();
  return elements;
}

import { expect, it } from 'vitest';
import { rewriteCommitText, rewriteTagText } from './commit-text.ts';

const HEAD = `object ${'1'.repeat(40)}\ntype commit\ntag v1\ntagger A <a@x> 1000000000 +0000\n`;
const NEW_HEAD = HEAD.replace('A <a@x>', 'B <b@x>');
const SIGNATURE = '-----BEGIN PGP SIGNATURE-----\n\niQ==\n=abcd\n-----END PGP SIGNATURE-----\n';
const lookup = () => ({ name: 'B', email: 'b@x' });

it.each([
  ['a signature at the end', `\nText\n${SIGNATURE}`, '\nText\n'],
  ['one of another kind', `\nText\n${SIGNATURE.replaceAll('PGP', 'SSH')}`, '\nText\n'],
  ['one with carriage returns', `\nText\r\n${SIGNATURE.replaceAll('\n', '\r\n')}`, '\nText\r\n'],
  ['one that is cut off', `\nText\n${SIGNATURE.slice(0, 40)}`, '\nText\n'],
  ['one with words behind it', `\nText\n${SIGNATURE}Released by hand.\n`, '\nText\nReleased by hand.\n'],
  ['one behind another that is quoted', `\nText\n${SIGNATURE}More.\n${SIGNATURE}`, `\nText\n${SIGNATURE}More.\n`],
])('a tag that is rewritten loses %s, and no word', (_what, message, left) => {
  const rewritten = rewriteTagText(`${HEAD}${message}`, lookup, () => null);
  expect(rewritten).toEqual({ text: `${NEW_HEAD}${left}`, droppedSignature: true });
});

it('a tag that nobody changes keeps its signature', () => {
  const text = `${HEAD}\nText\n${SIGNATURE}`;
  const none = () => null;
  expect(rewriteTagText(text, none, none)).toEqual({ text, droppedSignature: false });
});

it.each([
  ['Just Name 1300000000 +0100', '1300000000 +0100'],
  ['A <a@x 1300000000 -0700', '1300000000 -0700'],
  ['Nobody', '0 +0000'],
])('who made a commit is mapped where git reads nobody: %s', (who, when) => {
  const text = `tree ${'1'.repeat(40)}\nauthor ${who}\ncommitter C <c@x> 5 +0000\n\nText\n`;
  const asked: string[][] = [];
  const nobody = (...person: string[]) => {
    asked.push(person);
    return person[0] === '' && person[1] === '' ? { name: 'B', email: 'b@x' } : null;
  };
  const rewritten = rewriteCommitText(text, nobody, () => null);
  expect(rewritten.text).toBe(text.replace(`author ${who}`, `author B <b@x> ${when}`));
  expect(asked).toContainEqual(['C', 'c@x', '']);
  expect(
    rewriteCommitText(
      text,
      () => null,
      () => null,
    ),
  ).toEqual({ text, droppedSignature: false });
});

import { unseenApart } from '../../language/unseen-characters.ts';
import classes from './unseen-marked.module.css';

/** A text in which characters that show nothing, or turn what follows them, are named. */
export function UnseenMarked({ text }: { text: string }) {
  const parts = unseenApart(text);
  if (parts.length === 1 && parts[0]?.unseen === false) return text;
  return parts.map((part, index) =>
    part.unseen ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in order.
      <span key={index} className={classes.unseen}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

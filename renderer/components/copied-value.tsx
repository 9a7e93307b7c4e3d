import { Button, Code, Group, Input } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { nounWithin, t } from '../language/text.ts';

const shownFor = 2000;

interface CopiedValueProps {
  label: string;
  value: string;
  /** Its button has the keyboard when the dialog comes: an Enter too many copies what an Enter on "Done" would lose. */
  takesKeyboard?: boolean;
}

/** A value that is there to be taken elsewhere: whole, selectable, with a button that copies it. */
export function CopiedValue({ label, value, takesKeyboard = false }: CopiedValueProps) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Code style={{ flex: 1, overflowWrap: 'anywhere', padding: '5px 8px' }} data-testid={`value-${label}`}>
          {value}
        </Code>
        <CopyTextButton text={value} what={label} takesKeyboard={takesKeyboard} />
      </Group>
    </Input.Wrapper>
  );
}

interface CopyTextButtonProps {
  text: string;
  what: string;
  takesKeyboard?: boolean;
}

/** Copies a text, and says so for a moment. */
export function CopyTextButton({ text, what, takesKeyboard = false }: CopyTextButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant="default"
      flex="none"
      miw={90}
      data-autofocus={takesKeyboard || undefined}
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      aria-label={copied ? t('{what} copied', { what }) : t('Copy {what}', { what: nounWithin(what) })}
      onClick={() => void window.gantry.copyText({ text }).then(() => setCopied(true))}
    >
      {copied ? t('Copied') : t('Copy')}
    </Button>
  );
}

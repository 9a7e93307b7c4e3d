import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LanguageChoice as Choice } from '../../../language/languages.ts';
import { t } from '../../language/text.ts';

/** Languages by their own names, so that whoever cannot read the one that is shown finds theirs. */
const choices: { value: Choice; label: string }[] = [
  { value: 'system', label: t('As the system') },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

/** What the window, its menus and its dialogs are said in. The page has its texts from when it is loaded. */
export function LanguageChoice() {
  const chosen = useQuery({ queryKey: ['language'], queryFn: () => window.gantry.getLanguage() });
  const choose = async (language: Choice) => {
    await window.gantry.setLanguage({ language });
    window.location.reload();
  };
  return (
    <SegmentedControl
      aria-label={t('Language')}
      value={chosen.data ?? 'system'}
      onChange={(value) => void choose(value as Choice)}
      data={choices}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}

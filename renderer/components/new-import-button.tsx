import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../language/text.ts';
import { useWizardDraft } from '../stores/wizard-draft.ts';

/** Leads into the wizard; an import that was being prepared goes on where it was left. */
export function NewImportButton({ label = t('New import') }: { label?: string }) {
  const prepared = useWizardDraft((draft) => draft.step !== 'source' || draft.address !== '');
  return (
    <Button component={Link} to="/imports/new" leftSection={<IconPlus size={15} aria-hidden />} flex="none">
      {prepared ? t('Continue new import') : label}
    </Button>
  );
}

import { Button, Stack } from '@mantine/core';
import { useAdopt, useStrays } from '../../api/installation.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../language/text.ts';

/** Repositories that lie in the data folder and that no row knows; nothing where there are none. */
export function StrayRepositories() {
  const strays = useStrays();
  const adopt = useAdopt();
  if (strays.data === undefined || strays.data.length === 0) return null;
  return (
    <Section
      title={t('Repositories that Gantry does not know')}
      description={t(
        'They lie in the data folder, as after a backup was put back, and nobody can reach them. An adopted one is private, with everything that is in it.',
      )}
    >
      <Stack gap="sm" data-testid="strays">
        <EntryList label={t('Unknown repositories')}>
          {strays.data.map(({ owner, name }) => (
            <Entry key={`${owner}/${name}`} name={`${owner}/${name}`} details={`repositories/${owner}/${name}.git`}>
              <Button
                variant="default"
                flex="none"
                aria-label={t('Adopt {owner}/{name}', { owner, name })}
                loading={adopt.isPending && adopt.variables.name === name && adopt.variables.owner === owner}
                onClick={() => adopt.mutate({ owner, name })}
              >
                {t('Adopt')}
              </Button>
            </Entry>
          ))}
        </EntryList>
        {adopt.isError && <ErrorNotice error={adopt.error} />}
      </Stack>
    </Section>
  );
}

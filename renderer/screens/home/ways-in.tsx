import { Button, Text } from '@mantine/core';
import { IconArchive, IconFileSpreadsheet, IconPlus, IconSchool } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shownInPlace } from '../../api/query-client.ts';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { useSourceLook } from '../imports/use-source-look.ts';
import classes from './ways-in.module.css';

/** Home without a repository: the ways to get one. */
export function WaysIn() {
  const ownsInstallation = useOwnsInstallation();
  return (
    <section className={classes.ways} aria-label={t('Ways to begin')} data-testid="home-empty">
      <Way
        title={t('One repository')}
        text={t(
          'Give the address of a Subversion, Mercurial, Team Foundation or Git repository. You see what was found, and map its authors, before anything is made.',
        )}
      >
        <Button component={Link} to="/imports/new" leftSection={<IconPlus size={15} aria-hidden />}>
          {t('Import a repository')}
        </Button>
      </Way>
      <Way
        title={t('Many repositories')}
        text={t('Load a table of addresses. They are imported two at a time, and each says what became of it.')}
      >
        <Button
          component={Link}
          to="/imports-lists/new"
          variant="default"
          leftSection={<IconFileSpreadsheet size={15} aria-hidden />}
        >
          {t('Import a list')}
        </Button>
      </Way>
      {ownsInstallation && (
        <Way
          title={t('An archive')}
          text={t(
            'Open a migration archive: look at what is in it, choose what comes back and whose it is, and restore it.',
          )}
        >
          <Button component={Link} to="/archives" variant="default" leftSection={<IconArchive size={15} aria-hidden />}>
            {t('Open an archive')}
          </Button>
        </Way>
      )}
      {ownsInstallation && <Practice />}
    </section>
  );
}

/** A repository that nobody minds, made on the spot. */
function Practice() {
  const navigate = useNavigate();
  const look = useSourceLook(() => void navigate({ to: '/imports/new' }));
  const make = useMutation({
    meta: shownInPlace,
    mutationFn: () => window.gantry.makePracticeRepository(),
    onSuccess: (address) => look.at({ address }, true),
  });
  const problem = make.error ?? look.error;
  return (
    <Way
      title={t('To practise')}
      text={t(
        'Subversion makes a small repository of six years on this machine: four authors, a branch, two tags. Import it, and break nothing.',
      )}
    >
      {problem !== null && <ErrorNotice error={problem} />}
      <Button
        variant="default"
        leftSection={<IconSchool size={15} aria-hidden />}
        loading={make.isPending || look.busy}
        onClick={() => make.mutate()}
      >
        {t('Make a practice repository')}
      </Button>
    </Way>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={classes.way}>
      <Text fw={600} component="h2" size="md" m={0}>
        {title}
      </Text>
      <Text c="dimmed" className={classes.text}>
        {text}
      </Text>
      {children}
    </div>
  );
}

import { Alert, Stack, Text, Title } from '@mantine/core';
import type { Detection, ProjectChoice } from '../../../service/api/imports/import-schemas.ts';
import { revisionsText, sourceNames } from '../../components/import-words.ts';
import { singleBranchLayout } from '../../components/layout-editor.tsx';
import { FocusedTitle } from '../../components/page.tsx';
import { ProjectChoices } from '../../components/project-choices.tsx';
import { projectFolders } from '../../components/project-folders.ts';
import { RefNames } from '../../components/ref-names.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import { useWizardDraft } from '../../stores/wizard-draft.ts';
import { DestinationSection } from './destination-section.tsx';
import { layoutOf } from './detected-layout.ts';
import classes from './found-step.module.css';
import { OutlineSection } from './outline-section.tsx';
import { SurveySection } from './survey-section.tsx';

/** Step 2: what lies at the address, and how it will become branches and tags. */
export function FoundStep({ detection }: { detection: Detection }) {
  const { choice, each, layout, change } = useWizardDraft();
  const subversion = detection.vcs === 'subversion';
  const several = detection.project_choices.length > 1;
  // Folders of one Subversion repository can come together; anything else is one or the other.
  const allowWhole = detection.project_choices.every(({ vcs }) => vcs === 'subversion');
  const chosen = each === null ? !several || allowWhole || choice !== null : each.length > 0;
  const foundation = (choice?.vcs ?? detection.vcs) === 'tfvc';
  const layoutValid = !subversion || each !== null || (layout !== null && layout.default_branch !== '');
  const choose = (project: ProjectChoice | null) =>
    change({ choice: project, each: null, layout: layoutOf(detection, project) });
  const { branches, tags } = refsOf(detection, choice);
  return (
    <Stack gap="lg" data-testid="step-found">
      <FocusedTitle order={2}>{foundSentence(detection)}</FocusedTitle>
      <dl className={classes.facts}>
        <Fact name={t('Address')} value={detection.root_url ?? detection.vcs_url} />
        {detection.redirected_to !== null && (
          <Fact
            name={t('Sent on')}
            value={t('The server sent Gantry on to {redirected_to}', { redirected_to: detection.redirected_to })}
          />
        )}
        {detection.revision_count !== null && (
          <Fact
            name={subversion ? t('Revisions') : t('Commits')}
            value={revisionsText(detection.revision_count, subversion ? 'subversion' : 'git')}
          />
        )}
        {detection.uuid !== null && <Fact name={t('Repository UUID')} value={detection.uuid} />}
      </dl>
      {detection.empty && (
        <Alert color="yellow" variant="outline">
          <Text>{t('This repository is empty: there is nothing to import yet.')}</Text>
        </Alert>
      )}
      {several && (
        <Stack gap="xs" maw={720}>
          <Title order={3}>{t('Which project?')}</Title>
          <ProjectChoices
            choices={detection.project_choices}
            chosen={choice}
            onChoose={choose}
            allowWhole={allowWhole}
            {...(allowWhole ? { several: { chosen: each, onChoose: (folders) => change({ each: folders }) } } : {})}
          />
        </Stack>
      )}
      {detection.vcs !== null && !detection.empty && chosen && (
        <SurveySection
          vcs={choice?.vcs ?? detection.vcs}
          project={foundation ? (choice?.tfvc_project ?? null) : null}
        />
      )}
      {each !== null && (
        <Text c="dimmed" maw={720}>
          {t(
            'The layout of each is found in the whole history, and its report says what it took in. Each import reads the repository for itself, two at a time.',
          )}
        </Text>
      )}
      {each !== null ? null : foundation ? (
        <Text c="dimmed">
          {t('Branches and labels are read with the history. You can check them before anything is pushed.')}
        </Text>
      ) : detection.vcs === 'mercurial' && detection.revision_count === null ? (
        // A server gives them out with the history: none would be a number that nobody counted.
        <Text c="dimmed">
          {t('Branches, bookmarks and tags are read with the history. You can check them before anything is pushed.')}
        </Text>
      ) : (
        <div className={classes.refs}>
          <RefNames
            title={t('{branches, plural, one {# branch} other {# branches}}', { branches: branches.length })}
            names={branches}
          />
          <RefNames title={t('{tags, plural, one {# tag} other {# tags}}', { tags: tags.length })} names={tags} />
        </div>
      )}
      {subversion && each === null && (
        <Stack gap="xs" maw={1100}>
          <Title order={3}>{t('How folders become branches and tags')}</Title>
          <Text c="dimmed">
            {t(
              'The names suggest this. When everything is fetched, the whole history is looked through for branches elsewhere, unless you change something here; you can change it then as well.',
            )}
          </Text>
          <OutlineSection
            key={choice?.svn_root ?? ''}
            layout={layout ?? singleBranchLayout('')}
            svnRoot={choice?.svn_root}
            onChange={(changed) => change({ layout: changed })}
          />
        </Stack>
      )}
      <DestinationSection detection={detection} ready={!detection.empty && layoutValid && chosen} />
    </Stack>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Truncated text={value} />
      </dd>
    </>
  );
}

function foundSentence(detection: Detection): string {
  const name = sourceNames[detection.vcs ?? ''] ?? '';
  const choices = detection.project_choices;
  // Of a Subversion repository the whole is a choice, too.
  const projects = choices.filter(({ svn_root }) => svn_root === undefined).length + projectFolders(choices).length;
  if (detection.vcs === 'tfvc') {
    return projects > 1
      ? t('A Team Foundation server with {projects} projects was found', { projects })
      : t('A Team Foundation project was found');
  }
  return projects > 1
    ? t('A {name} repository with {projects} projects was found', { name, projects })
    : t('A {name} repository was found', { name });
}

/** Where several projects were found, only the names that lie in the chosen one. */
function refsOf(detection: Detection, choice: ProjectChoice | null): { branches: string[]; tags: string[] } {
  const folder = choice?.svn_root;
  if (!folder) return detection;
  const inside = (names: string[]) => {
    const own = names.filter((name) => name.startsWith(`${folder}/`));
    return own.length > 0 ? own : names;
  };
  return { branches: inside(detection.branches), tags: inside(detection.tags) };
}

import { Checkbox, Radio, Stack } from '@mantine/core';
import type { ProjectChoice } from '../../service/api/imports/import-schemas.ts';
import { t } from '../language/text.ts';
import { sourceNames } from './import-words.ts';
import { projectFolders } from './project-folders.ts';

interface ProjectChoicesProps {
  choices: readonly ProjectChoice[];
  chosen: ProjectChoice | null;
  onChoose(choice: ProjectChoice | null): void;
  /** Offers the whole repository as one branch, too. */
  allowWhole?: boolean;
  /** Offers several projects of a repository at once, each for itself. */
  several?: SeveralProjects;
}

interface SeveralProjects {
  /** Their folders; null while one thing is chosen. */
  chosen: readonly string[] | null;
  onChoose(folders: string[]): void;
}

const whole = 'whole';
const each = 'each';

/** Which of several projects to import. */
export function ProjectChoices({ choices, chosen, onChoose, allowWhole = false, several }: ProjectChoicesProps) {
  const severalSystems = new Set(choices.map(({ vcs }) => vcs)).size > 1;
  const one =
    chosen === null ? (allowWhole ? whole : null) : `${choices.findIndex((choice) => sameChoice(choice, chosen))}`;
  const folders = projectFolders(choices);
  const isSeveral = several !== undefined && several.chosen !== null;
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={t('Project')}
        value={isSeveral ? each : one}
        onChange={(key) => {
          if (key === each) several?.onChoose(folders);
          else onChoose(key === whole ? null : (choices[Number(key)] ?? null));
        }}
      >
        <Stack gap="xs" mah={280} style={{ overflowY: 'auto' }} p={2} data-testid="project-choices">
          {choices.map((choice, index) =>
            // Said by the entry below.
            allowWhole && choice.svn_root !== undefined && !folders.includes(choice.svn_root) ? null : (
              <Radio
                key={`${choice.vcs} ${choice.svn_root ?? choice.tfvc_project ?? choice.human_name}`}
                value={`${index}`}
                label={choice.svn_root === '' ? t('The whole repository') : choice.human_name}
                description={descriptionOf(choice, severalSystems)}
              />
            ),
          )}
          {allowWhole && (
            <Radio
              value={whole}
              label={t('The whole repository')}
              description={t('All folders together, as one branch')}
            />
          )}
          {several !== undefined && (
            <Radio value={each} label={t('Several projects')} description={t('Each into a repository of its own')} />
          )}
        </Stack>
      </Radio.Group>
      {isSeveral && (
        <Checkbox.Group
          label={t('Which of them?')}
          value={[...(several.chosen ?? [])]}
          onChange={(chosenFolders) => several.onChoose(folders.filter((folder) => chosenFolders.includes(folder)))}
        >
          <Stack gap="xs" mah={280} style={{ overflowY: 'auto' }} p={2} mt="xs" data-testid="several-projects">
            {folders.map((folder) => (
              <Checkbox key={folder} value={folder} label={`/${folder}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}

/** Where the project lies, unless its name or the heading says so already. */
function descriptionOf(choice: ProjectChoice, severalSystems: boolean): string | undefined {
  const place = choice.svn_root ?? (severalSystems ? sourceNames[choice.vcs] : undefined);
  return place === choice.human_name ? undefined : place;
}

function sameChoice(a: ProjectChoice, b: ProjectChoice): boolean {
  return (
    a.vcs === b.vcs && a.svn_root === b.svn_root && a.tfvc_project === b.tfvc_project && a.human_name === b.human_name
  );
}

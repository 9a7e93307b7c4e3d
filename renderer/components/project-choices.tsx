import { Radio, Stack } from '@mantine/core';
import type { ProjectChoice } from '../../service/api/imports/import-schemas.ts';
import { sourceNames } from './import-words.ts';

interface ProjectChoicesProps {
  choices: readonly ProjectChoice[];
  chosen: ProjectChoice | null;
  onChoose(choice: ProjectChoice | null): void;
  /** Offers the whole repository as one branch, too. */
  allowWhole?: boolean;
}

const whole = 'whole';

/** Which of several projects to import. */
export function ProjectChoices({ choices, chosen, onChoose, allowWhole = false }: ProjectChoicesProps) {
  const severalSystems = new Set(choices.map(({ vcs }) => vcs)).size > 1;
  const value =
    chosen === null ? (allowWhole ? whole : null) : `${choices.findIndex((choice) => sameChoice(choice, chosen))}`;
  return (
    <Radio.Group
      aria-label="Project"
      value={value}
      onChange={(key) => onChoose(key === whole ? null : (choices[Number(key)] ?? null))}
    >
      <Stack gap="xs" mah={280} style={{ overflowY: 'auto' }} p={2} data-testid="project-choices">
        {choices.map((choice, index) => (
          <Radio
            key={`${choice.vcs} ${choice.svn_root ?? choice.tfvc_project ?? choice.human_name}`}
            value={`${index}`}
            label={choice.human_name}
            description={descriptionOf(choice, severalSystems)}
          />
        ))}
        {allowWhole && (
          <Radio value={whole} label="The whole repository" description="All folders together, as one branch" />
        )}
      </Stack>
    </Radio.Group>
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

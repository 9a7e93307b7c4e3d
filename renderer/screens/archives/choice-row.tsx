import { Select, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ToldRestoreChoice } from '../../../service/vocabulary/archive-contents.ts';
import type { ChangedChoice } from '../../api/inspections.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import classes from './choice-row.module.css';

const models = { user: t('User'), organization: t('Organization'), repository: t('Repository') } as const;

const actions: { value: ToldRestoreChoice['action']; label: string }[] = [
  { value: 'import', label: t('Make it') },
  { value: 'rename', label: t('Make it as') },
  { value: 'map', label: t('Use the one here') },
  { value: 'skip', label: t('Leave out') },
];

interface ChoiceRowProps {
  choice: ToldRestoreChoice;
  onChange(choice: ChangedChoice): void;
}

/** One name of the archive, and what becomes of it. */
export function ChoiceRow({ choice, onChange }: ChoiceRowProps) {
  const { model_name, source, action, target, conflict, problem } = choice;
  const name = `${models[model_name]} ${source}`;
  const change = (values: Partial<ChangedChoice>) => onChange({ model_name, source, action, target, ...values });
  return (
    <div className={classes.row} data-testid={`choice-${model_name}-${source}`} data-conflict={conflict}>
      <span className={classes.name}>
        <Text component="span" size="xs" c="dimmed">
          {models[model_name]}
        </Text>
        <Truncated text={source} className={classes.source} />
      </span>
      <Select
        aria-label={t('What to do with {name}', { name })}
        data={actions}
        value={action}
        allowDeselect={false}
        onChange={(chosen) =>
          change({
            action: chosen as ToldRestoreChoice['action'],
            ...(chosen === 'import' || chosen === 'skip' ? { target: source } : {}),
          })
        }
      />
      {action === 'rename' || action === 'map' ? (
        <TargetField
          label={t('Name here of {name}', { name })}
          value={target}
          onCommit={(text) => change({ target: text })}
        />
      ) : (
        <Text size="xs" c="dimmed" truncate>
          {action === 'skip' ? '' : t('as {source}', { source })}
        </Text>
      )}
      <Text
        size="xs"
        className={classes.problem}
        data-problem={problem !== null}
        role={problem === null ? undefined : 'note'}
      >
        {problem !== null && <IconAlertTriangle size={13} aria-hidden />}
        <Truncated text={problem === null ? (conflict ? t('This name is taken here.') : '') : problem} />
      </Text>
    </div>
  );
}

interface TargetFieldProps {
  label: string;
  value: string;
  onCommit(text: string): void;
}

/** Sent when the person leaves the field or presses Enter, not with every letter. */
function TargetField({ label, value, onCommit }: TargetFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text.trim() !== value) onCommit(text.trim());
  };
  return (
    <TextInput
      aria-label={label}
      value={text}
      spellCheck={false}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

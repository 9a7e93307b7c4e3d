import { Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ToldReport } from '../../../service/vocabulary/import-report.ts';
import { t } from '../../language/text.ts';
import classes from './findings-list.module.css';

const shownExamples = 100;

/** What was left out or changed, grouped, with examples to look at. Warnings come first. */
export function FindingsList({ findings }: { findings: ToldReport['findings'] }) {
  if (findings.length === 0) return <Text c="dimmed">{t('Nothing. Everything arrived as it was.')}</Text>;
  const ordered = [...findings].sort((a, b) => Number(b.severity === 'warning') - Number(a.severity === 'warning'));
  return (
    <ul className={classes.list} data-testid="findings">
      {ordered.map((finding) => (
        <li key={`${finding.kind} ${finding.text}`} className={classes.finding} data-severity={finding.severity}>
          {finding.severity === 'warning' ? (
            <IconAlertTriangle size={16} role="img" aria-label={t('Warning')} />
          ) : (
            <IconInfoCircle size={16} role="img" aria-label={t('Information')} />
          )}
          <div className={classes.body}>
            <Text data-selectable>
              {finding.text}{' '}
              {finding.count > 1 && (
                <span className={classes.count}>{t('({count, number} times)', { count: finding.count })}</span>
              )}
            </Text>
            {finding.examples.length > 0 && (
              <details>
                <summary>{finding.count > finding.examples.length ? t('Examples') : t('Where')}</summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
                <ul className={classes.examples} aria-label={t('Examples')} tabIndex={0} data-selectable>
                  {finding.examples.slice(0, shownExamples).map((example) => (
                    <li key={example}>{example}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

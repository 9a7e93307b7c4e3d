import { SegmentedControl, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { ToldReport } from '../../../service/vocabulary/import-report.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import classes from './checks-table.module.css';

const rowHeight = 30;
const mostVisibleRows = 12;

interface ChecksTableProps {
  checks: ToldReport['checks'];
  /** How many there are; the report sends fewer when they are very many. */
  total: number;
}

/** Every check with what was expected and what was found; failures first. */
export function ChecksTable({ checks, total }: ChecksTableProps) {
  const [only, setOnly] = useState<'all' | 'failed'>('all');
  const box = useRef<HTMLDivElement>(null);
  const failed = useMemo(() => checks.filter((check) => !check.ok), [checks]);
  const ordered = useMemo(() => [...failed, ...checks.filter((check) => check.ok)], [checks, failed]);
  const shown = only === 'failed' ? failed : ordered;
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <>
      {failed.length > 0 && (
        <SegmentedControl
          aria-label={t('Which checks')}
          value={only}
          onChange={(value) => setOnly(value as 'all' | 'failed')}
          data={[
            { value: 'all', label: t('All') },
            { value: 'failed', label: t('Failed ({failed, number})', { failed: failed.length }) },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      <div
        ref={box}
        role="table"
        aria-label={t('Checks')}
        aria-rowcount={shown.length + 1}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={classes.table}
        style={{ height: (Math.min(shown.length, mostVisibleRows) + 1) * rowHeight + 2 }}
        data-testid="checks"
      >
        <div role="row" className={classes.header}>
          {[t('Result'), t('Of'), t('What'), t('Expected'), t('Found')].map((title) => (
            <span role="columnheader" key={title} className={classes.cell}>
              {title}
            </span>
          ))}
        </div>
        <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map((row) => {
            const check = shown[row.index];
            return (
              check && (
                <div
                  role="row"
                  key={row.key}
                  aria-rowindex={row.index + 2}
                  className={classes.row}
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  <span role="cell" className={classes.cell} data-ok={check.ok}>
                    {check.ok ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
                    {check.ok ? t('Same') : t('Differs')}
                  </span>
                  {[check.subject, check.what, check.expected, check.found].map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
                    <span role="cell" key={column} className={classes.cell}>
                      <Truncated text={text} />
                    </span>
                  ))}
                </div>
              )
            );
          })}
        </div>
      </div>
      {total > checks.length && (
        <Text c="dimmed" size="xs">
          {t('{checks, number} of {total, number} are shown; the saved report has all.', {
            checks: checks.length,
            total,
          })}
        </Text>
      )}
    </>
  );
}

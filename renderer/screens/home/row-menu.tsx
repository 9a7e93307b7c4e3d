import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { t } from '../../language/text.ts';
import classes from './repositories-table.module.css';
import { useRepositoryActions } from './use-repository-actions.tsx';

/** Where the menu of a row was asked for, in pixels of the window. */
export interface RowMenuPlace {
  row: RepositorySummary;
  x: number;
  y: number;
}

interface RowMenuProps {
  row: RepositorySummary;
  place: RowMenuPlace;
  opened: boolean;
  onClose(): void;
  onPush(names: readonly string[]): void;
}

/** What can be done with one repository, where it was clicked with the right button (or Shift+F10). */
export function RowMenu({ row, place, opened, onClose, onPush }: RowMenuProps) {
  const { x, y } = place;
  const navigate = useNavigate();
  const actions = useRepositoryActions([row], onPush);
  const { owner, name: repo } = row;
  return (
    <Menu opened={opened} onChange={(open) => open || onClose()} position="bottom-start" offset={2} trapFocus>
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('Actions of {full_name}', { full_name: row.full_name })}
          className={classes.menuPlace}
          style={{ left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown data-testid="row-menu">
        <Menu.Item onClick={() => void navigate({ to: '/repositories/$owner/$repo', params: { owner, repo } })}>
          {t('Open')}
        </Menu.Item>
        {row.import !== null && (
          <Menu.Item onClick={() => void navigate({ to: '/imports/$owner/$repo', params: { owner, repo } })}>
            {row.import.status === 'complete' ? t('Report of the import') : t('Open the import')}
          </Menu.Item>
        )}
        <Menu.Item disabled={actions.pushable.length === 0} onClick={actions.push}>
          {t('Push…')}
        </Menu.Item>
        <Menu.Item disabled={actions.updatable.length === 0} onClick={actions.bringUpToDate}>
          {t('Bring up to date')}
        </Menu.Item>
        <Menu.Item disabled={!actions.mayExport} onClick={actions.exportThem}>
          {t('Export…')}
        </Menu.Item>
        <Menu.Item onClick={() => void window.gantry.copyText({ text: row.full_name })}>{t('Copy the name')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

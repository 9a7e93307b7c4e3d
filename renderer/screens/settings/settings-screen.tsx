import { Tabs } from '@mantine/core';
import { Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useOwners } from '../../api/repositories.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useIsDrawn } from '../../components/use-is-drawn.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

const parts = [
  { to: '/settings', label: t('General'), installation: false },
  { to: '/settings/security', label: t('Security'), installation: false },
  { to: '/settings/people', label: t('People'), installation: true },
  { to: '/settings/network', label: t('Network'), installation: true },
  { to: '/settings/webhooks', label: t('Webhooks'), installation: false },
  { to: '/settings/api', label: t('API'), installation: false },
  { to: '/settings/maintenance', label: t('Maintenance'), installation: true },
] as const;

/** Settings, in parts with an address each; those of the installation are for its owners. */
export function SettingsScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const navigate = useNavigate();
  const owners = useOwners();
  // A part takes longer to draw than the way to all of them.
  const isDrawn = useIsDrawn();
  if (owners.isPending) return <Waiting>{t('Reading your account…')}</Waiting>;
  if (owners.isError) return <ErrorNotice error={owners.error} onRetry={() => void owners.refetch()} />;
  const offered = parts.filter(({ installation }) => !installation || owners.data.installation);
  const current = offered.find(({ to }) => to === path);
  // Remembered from somebody else, or from a time with other rights.
  if (current === undefined && path.startsWith('/settings/')) return <Navigate to="/settings" replace />;
  const shown = current ?? parts[0];
  return (
    <Page title={t('Settings')}>
      <Tabs
        value={shown.to}
        onChange={(to) => void navigate({ to: offered.find((part) => part.to === to)?.to ?? '/' })}
      >
        <Tabs.List aria-label={t('Parts of the settings')} mb="md">
          {offered.map(({ to, label }) => (
            <Tabs.Tab key={to} value={to}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {offered.map(({ to }) => (
          <Tabs.Panel key={to} value={to}>
            {to === shown.to && isDrawn && (
              <UnsavedChanges>
                <Outlet />
              </UnsavedChanges>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

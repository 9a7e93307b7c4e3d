import { Tabs } from '@mantine/core';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';

const parts = [
  { to: '/settings', label: 'General' },
  { to: '/settings/security', label: 'Security' },
  { to: '/settings/network', label: 'Network' },
  { to: '/settings/webhooks', label: 'Webhooks' },
  { to: '/settings/api', label: 'API' },
] as const;

/** Settings, in parts with an address each. */
export function SettingsScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const navigate = useNavigate();
  const current = parts.find(({ to }) => to === path) ?? parts[0];
  return (
    <Page title="Settings">
      <Tabs
        value={current.to}
        onChange={(to) => void navigate({ to: parts.find((part) => part.to === to)?.to ?? '/' })}
      >
        <Tabs.List aria-label="Parts of the settings" mb="md">
          {parts.map(({ to, label }) => (
            <Tabs.Tab key={to} value={to}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ to }) => (
          <Tabs.Panel key={to} value={to}>
            {to === current.to && <Outlet />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

import { NavLink as MantineNavLink, Text, VisuallyHidden } from '@mantine/core';
import { IconFolders, IconHome, IconSettings } from '@tabler/icons-react';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import type { MenuCommand } from '../../main/ipc/contract.ts';
import { useSetup } from '../api/setup.ts';
import { SetupScreen } from '../screens/setup/setup-screen.tsx';
import classes from './app-frame.module.css';
import { ErrorNotice } from './error-notice.tsx';
import { Waiting } from './waiting.tsx';

const commandPaths = {
  'new-import': '/imports/new',
  home: '/',
  imports: '/imports',
  settings: '/settings',
} as const satisfies Record<MenuCommand, string>;

/** The window's frame: navigation at the left, the page at the right; the first run comes before both. */
export function AppFrame() {
  const setup = useSetup();
  const navigate = useNavigate();
  useEffect(() => window.gantry.onCommand((command) => void navigate({ to: commandPaths[command] })), [navigate]);

  if (setup.isPending) return <Waiting>Opening the data folder…</Waiting>;
  if (setup.isError) return <ErrorNotice error={setup.error} onRetry={() => void setup.refetch()} />;
  if (setup.data.required) return <SetupScreen setup={setup.data} />;
  return (
    <div className={classes.frame}>
      <nav className={classes.navigation} aria-label="Main">
        <Text fw={600} size="md" className={classes.name}>
          Gantry
        </Text>
        <Place to="/" label="Home" icon={IconHome} />
        <Place to="/imports" label="Imports" icon={IconFolders} />
        <div className={classes.spacer} />
        <Place to="/settings" label="Settings" icon={IconSettings} />
      </nav>
      <main className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}

interface PlaceProps {
  to: '/' | '/imports' | '/settings';
  label: string;
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>;
}

function Place({ to, label, icon: Icon }: PlaceProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const active = to === '/' ? path === '/' : path.startsWith(to);
  return (
    <MantineNavLink
      component={Link}
      to={to}
      active={active}
      aria-current={active ? 'page' : undefined}
      label={
        <>
          <span className={classes.label}>{label}</span>
          <span className={classes.hiddenLabel}>
            <VisuallyHidden>{label}</VisuallyHidden>
          </span>
        </>
      }
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      title={label}
      className={classes.place}
      classNames={{ section: classes.icon ?? '', body: classes.words ?? '' }}
      data-testid={`nav-${label.toLowerCase()}`}
    />
  );
}

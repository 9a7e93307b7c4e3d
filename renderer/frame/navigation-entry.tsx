import { NavLink as MantineNavLink, VisuallyHidden } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import classes from './app-frame.module.css';

interface EntryProps {
  label: string;
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>;
  /** How much there is behind it, and the same in words. */
  count?: number;
  countWords?: string;
}

interface PlaceProps extends EntryProps {
  to:
    | '/'
    | '/imports'
    | '/migrations'
    | '/archives'
    | '/people-book'
    | '/tokens'
    | '/applications'
    | '/rate-limit'
    | '/settings'
    | '/help';
}

/** A place of the navigation; in a narrow window its icon alone. */
export function NavigationPlace({ to, ...entry }: PlaceProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The pages of repositories are reached from Home, which lists them.
  const active = to === '/' ? path === '/' || path.startsWith('/repositories/') : path.startsWith(to);
  return (
    <MantineNavLink
      component={Link}
      to={to}
      active={active}
      aria-current={path === to ? 'page' : active || undefined}
      {...looksOf({ ...entry, id: to === '/' ? 'home' : to.slice(1) })}
    />
  );
}

/** Something that the navigation does, looking like its places. */
export function NavigationAction({ onClick, ...entry }: EntryProps & { id: string; onClick(): void }) {
  return <MantineNavLink component="button" type="button" onClick={onClick} {...looksOf(entry)} />;
}

/** @param id what tests know it by, in every language */
function looksOf({ id, label, icon: Icon, count, countWords }: EntryProps & { id: string }) {
  return {
    label: (
      <>
        <span className={classes.label}>{label}</span>
        <span className={classes.hiddenLabel}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </span>
      </>
    ),
    rightSection:
      count === undefined ? null : (
        <span className={classes.count}>
          <span aria-hidden>{count}</span>
          <VisuallyHidden>{countWords}</VisuallyHidden>
        </span>
      ),
    leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
    title: label,
    className: classes.place ?? '',
    classNames: { section: classes.icon ?? '', body: classes.words ?? '' },
    'data-testid': `nav-${id}`,
  };
}

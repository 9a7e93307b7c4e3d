import { Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Setup } from '../../service/api/access/setup-schemas.ts';
import { t } from '../language/text.ts';
import classes from './tool-list.module.css';

const subversionPage = 'https://subversion.apache.org/packages.html';
const pages: Record<string, string> = {
  git: 'https://git-scm.com/downloads',
  svn: subversionPage,
  svnrdump: subversionPage,
  svnadmin: subversionPage,
  hg: 'https://www.mercurial-scm.org/downloads',
};

/** The programs that importing uses: found, or missing with what to do. */
export function ToolList({ tools }: { tools: Setup['tools'] }) {
  return (
    <ul className={classes.list} data-testid="tools">
      {tools.map((tool) => (
        <li key={tool.name} className={classes.tool} data-missing={tool.version === null || undefined}>
          {tool.version === null ? (
            <IconAlertTriangle size={16} className={classes.missing} aria-label={t('Missing')} role="img" />
          ) : (
            <IconCheck size={16} className={classes.found} aria-label={t('Found')} role="img" />
          )}
          <Stack gap={0}>
            <Text>
              {tool.name}
              {tool.version !== null && <span className={classes.version}> {tool.version}</span>}
            </Text>
            {tool.message !== null && (
              <Text c="dimmed" data-selectable>
                {tool.message}{' '}
                {pages[tool.name] && (
                  <Anchor
                    component="button"
                    onClick={() => void window.gantry.openExternal({ url: pages[tool.name] ?? '' })}
                  >
                    {t('Where to get it')}
                  </Anchor>
                )}
              </Text>
            )}
          </Stack>
        </li>
      ))}
    </ul>
  );
}

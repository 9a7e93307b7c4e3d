import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { Document } from './document.tsx';
import type { GuidePage } from './guide.ts';
import { type Block, sectionsOf } from './markdown.ts';
import { useGuide } from './use-guide.ts';

/** The user's guide, as it was written for this version: its contents, or one of its pages. It needs no network. */
export function HelpScreen() {
  const { _splat: name = '' } = useParams({ strict: false }) as { _splat?: string };
  const guide = useGuide();
  if (guide.isPending) return <Waiting>{t('Opening the guide…')}</Waiting>;
  if (guide.isError) return <ErrorNotice error={guide.error} onRetry={() => void guide.refetch()} />;
  const page = guide.data.get(name);
  return <Reading key={page?.name ?? ''} page={page} guide={guide.data} />;
}

function Reading({ page, guide }: { page: GuidePage | undefined; guide: ReadonlyMap<string, GuidePage> }) {
  const [wanted, setWanted] = useState('');
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const isPage = (name: string) => guide.has(name);
  const shown = page ?? guide.get('README');
  return (
    <Page
      title={page === undefined ? t('Help') : page.title}
      actions={
        <Group gap="md" wrap="nowrap" style={{ flex: 'none' }}>
          {page !== undefined && (
            <Anchor component={Link} to="/help">
              {t('Contents')}
            </Anchor>
          )}
          <Anchor component={Link} to="/about">
            {t('About Gantry')}
          </Anchor>
        </Group>
      }
    >
      <Group>
        <TextInput
          label={t('Find in the guide')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          w={320}
        />
      </Group>
      {words.length > 0 ? (
        <Found words={words} guide={guide} />
      ) : (
        <Stack gap="sm" data-testid="guide">
          {shown !== undefined && <Document blocks={shown.blocks} links={{ page: shown.name, isPage }} />}
        </Stack>
      )}
    </Page>
  );
}

interface Part {
  page: GuidePage;
  blocks: readonly Block[];
  /** All of it, and the page's title, in small letters. */
  text: string;
}

/** Every part of every page that has all words. */
function Found({ words, guide }: { words: readonly string[]; guide: ReadonlyMap<string, GuidePage> }) {
  const parts = useMemo(() => [...guide.values()].flatMap(partsOf), [guide]);
  const found = parts.filter(({ text }) => words.every((word) => text.includes(word)));
  return (
    <>
      <Text role="status" c="dimmed">
        {t('{found} of {parts} parts', { found: found.length, parts: parts.length })}
      </Text>
      <Stack gap="sm" data-testid="guide">
        {found.map(({ page, blocks }) => (
          <section key={`${page.name} ${blocks[0]?.lines[0]}`}>
            <Stack gap="sm">
              <Document
                blocks={[{ kind: 'heading', level: 2, lines: [`[${page.title}](${page.name}.md)`] }]}
                links={{ page: '', isPage: (name) => guide.has(name) }}
              />
              <Document blocks={blocks} links={{ page: page.name, isPage: (name) => guide.has(name) }} top={3} />
            </Stack>
          </section>
        ))}
      </Stack>
    </>
  );
}

function partsOf(page: GuidePage): Part[] {
  return sectionsOf(page.blocks).map((blocks) => ({
    page,
    blocks,
    text: [page.title, ...blocks.flatMap(({ lines }) => lines)].join(' ').toLowerCase(),
  }));
}

import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FocusedTitle } from '../../components/page.tsx';
import { ProgressReading } from '../../components/progress-reading.tsx';
import { t } from '../../language/text.ts';
import { AuthorsPanel } from '../authors/authors-panel.tsx';
import { ExtrasPanel } from './extras-panel.tsx';
import { type EditedLayout, LayoutPanel } from './layout-panel.tsx';
import { PublishStep } from './publish-step.tsx';
import type { StepProps } from './step-props.ts';
import type { HeldStep } from './wizard-steps.ts';

interface HeldImportProps extends StepProps {
  step: HeldStep;
  onStep(step: HeldStep): void;
  /** Whether it is still fetched, so that there is nothing but a shape; any other step is how far it is. */
  fetching: boolean;
  /** A layout that is edited and not applied yet. */
  shape: EditedLayout | null;
  onShape(shape: EditedLayout | null): void;
}

/** Everything is fetched and nothing is published: shape, people and numbers can be looked at in any order. */
export function HeldImport(props: HeldImportProps) {
  const { owner, repo, record, step, onStep, fetching } = props;
  return (
    <Stack gap="sm" flex={1} mih={0} data-testid="step-review" key={step}>
      {step === 'shape' && (
        <>
          <Head title={t('Shape')} text={t('How the history becomes branches and tags, and what else is made of it.')}>
            <Button
              size="sm"
              flex="none"
              {...(fetching ? { variant: 'default' } : {})}
              onClick={() => onStep('people')}
            >
              {fetching ? t('Show the log') : t('Continue')}
            </Button>
          </Head>
          <Mapping owner={owner} repo={repo} record={record} />
          <Shape {...props} />
        </>
      )}
      {step === 'people' && (
        <>
          <Head
            title={t('People')}
            text={t('Who the authors are. What you say here is kept in the people book, for your other imports.')}
          >
            <Button
              size="sm"
              flex="none"
              disabled={!record.waiting_for_release}
              onClick={() => onStep('publish')}
              data-testid="to-publish"
            >
              {t('Continue')}
            </Button>
          </Head>
          <Mapping owner={owner} repo={repo} record={record} />
          <AuthorsPanel owner={owner} repo={repo} vcs={record.vcs} total={record.authors_count} />
        </>
      )}
      {step === 'publish' && <PublishStep owner={owner} repo={repo} record={record} onShape={() => onStep('shape')} />}
    </Stack>
  );
}

function Head({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={2}>
        <FocusedTitle order={2}>{title}</FocusedTitle>
        <Text c="dimmed">{text}</Text>
      </Stack>
      {children}
    </Group>
  );
}

/** How far the mapping is, while it works. */
function Mapping({ record }: StepProps) {
  return record.waiting_for_release ? null : <ProgressReading of={record} />;
}

function Shape({ owner, repo, record, fetching, shape, onShape }: HeldImportProps) {
  return (
    <Tabs defaultValue={record.layout === null ? 'extras' : 'layout'} keepMounted={false} style={panelStyle}>
      <Tabs.List>
        {record.layout !== null && <Tabs.Tab value="layout">{t('Branches and tags')}</Tabs.Tab>}
        {!fetching && <Tabs.Tab value="extras">{t('Extras')}</Tabs.Tab>}
      </Tabs.List>
      {record.layout !== null && (
        <Tabs.Panel value="layout" pt="sm" style={{ ...panelStyle, overflowY: 'auto' }}>
          <LayoutPanel
            owner={owner}
            repo={repo}
            vcs={record.vcs}
            layout={record.layout}
            suggested={record.suggested_layout}
            fetching={fetching}
            held={true}
            edited={shape}
            onEdit={onShape}
          />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="extras" pt="sm" style={{ ...panelStyle, overflowY: 'auto' }}>
        <ExtrasPanel owner={owner} repo={repo} record={record} />
      </Tabs.Panel>
    </Tabs>
  );
}

const panelStyle = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } as const;

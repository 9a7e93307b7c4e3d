import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Page } from '../../components/page.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { t } from '../../language/text.ts';
import { useLinkedAddress } from '../../stores/linked-address.ts';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { FoundStep } from './found-step.tsx';
import { FromLinkNotice, OtherSourceNotice } from './link-notices.tsx';
import { SourceStep } from './source-step.tsx';
import { draftStepAt, indexOfDraftStep, wizardSteps } from './wizard-steps.ts';

/** The wizard before an import starts. What was entered stays, whatever happens to the window. */
export function NewImportScreen() {
  const { step, detection, address, change, discard } = useWizardDraft();
  const setPassword = useDraftPassword((draft) => draft.setPassword);
  // A step that lost what it builds on (an older draft) starts over.
  const shown = detection === null ? 'source' : step;
  // Counts how often the person started over: a new first step forgets what was typed into the old one.
  const [beginnings, setBeginnings] = useState(0);
  // Whether a link wrote what stands in the field.
  const [fromLink, setFromLink] = useState(false);
  const startOver = () => {
    discard();
    setPassword('', false);
    setBeginnings((count) => count + 1);
    setFromLink(false);
  };
  const { address: linked, forget } = useLinkedAddress();
  const takeLinked = () => {
    if (linked === null) return;
    startOver();
    change({ address: linked });
    setFromLink(true);
    forget();
  };
  const isNew = address === '' && shown === 'source';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that comes fills an empty field, and what is typed does not.
  useEffect(() => {
    if (isNew) takeLinked();
  }, [linked]);
  return (
    <Page
      title={t('New import')}
      focusTitle={false}
      actions={
        (address !== '' || shown !== 'source') && (
          <Button variant="subtle" onClick={startOver} flex="none">
            {t('Start over')}
          </Button>
        )
      }
    >
      <StepRail
        label={t('Steps of the import')}
        steps={wizardSteps}
        current={indexOfDraftStep(shown)}
        onGoBack={(index) => change({ step: draftStepAt(index) })}
      />
      {linked !== null && <OtherSourceNotice address={linked} onTake={takeLinked} onLeave={forget} />}
      {linked === null && fromLink && shown === 'source' && <FromLinkNotice />}
      {shown === 'source' && <SourceStep key={beginnings} />}
      {shown === 'found' && detection && <FoundStep detection={detection} />}
    </Page>
  );
}

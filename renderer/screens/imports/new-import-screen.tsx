import { Button } from '@mantine/core';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { FoundStep } from './found-step.tsx';
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
  const startOver = () => {
    discard();
    setPassword('', false);
    setBeginnings((count) => count + 1);
  };
  return (
    <Page
      title="New import"
      focusTitle={false}
      actions={
        (address !== '' || shown !== 'source') && (
          <Button variant="subtle" onClick={startOver} flex="none">
            Start over
          </Button>
        )
      }
    >
      <StepRail
        label="Steps of the import"
        steps={wizardSteps}
        current={indexOfDraftStep(shown)}
        onGoBack={(index) => change({ step: draftStepAt(index) })}
      />
      {shown === 'source' && <SourceStep key={beginnings} />}
      {shown === 'found' && detection && <FoundStep detection={detection} />}
    </Page>
  );
}

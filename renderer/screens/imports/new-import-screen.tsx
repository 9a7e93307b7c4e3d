import { Button } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { DestinationStep } from './destination-step.tsx';
import { FoundStep } from './found-step.tsx';
import { SourceStep } from './source-step.tsx';
import { draftStepAt, indexOfDraftStep, wizardSteps } from './wizard-steps.ts';

/** The wizard before an import starts. What was entered stays, whatever happens to the window. */
export function NewImportScreen() {
  const { step, detection, address, change, discard } = useWizardDraft();
  const setPassword = useDraftPassword((draft) => draft.setPassword);
  // A step that lost what it builds on (an older draft) starts over.
  const shown = detection === null ? 'source' : step;
  const startOver = () => {
    discard();
    setPassword('');
  };
  return (
    <Page
      title="New import"
      actions={
        (address !== '' || shown !== 'source') && (
          <Button variant="subtle" onClick={startOver} flex="none">
            Start over
          </Button>
        )
      }
    >
      <StepRail
        steps={wizardSteps}
        current={indexOfDraftStep(shown)}
        onGoBack={(index) => change({ step: draftStepAt(index) })}
      />
      {shown === 'source' && <SourceStep key={address === '' ? 'empty' : 'filled'} />}
      {shown === 'found' && detection && <FoundStep detection={detection} />}
      {shown === 'destination' && detection && <DestinationStep detection={detection} />}
    </Page>
  );
}

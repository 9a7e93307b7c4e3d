import { Page } from '../../components/page.tsx';
import { t } from '../../language/text.ts';
import { Grants } from './grants.tsx';
import { RegisteredApplications } from './registered-applications.tsx';

/** Programs that get tokens for people: what has access, and what is registered here. */
export function ApplicationsScreen() {
  return (
    <Page title={t('Applications')}>
      <Grants />
      <RegisteredApplications />
    </Page>
  );
}

/** The steps of a restore as they are shown. */
import { t } from '../../language/text.ts';
export const restoreSteps = [t('Choices'), t('Restore'), t('Result')] as const;

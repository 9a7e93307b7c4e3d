import type { Import } from '../../../service/api/imports/import-schemas.ts';

export interface StepProps {
  owner: string;
  repo: string;
  record: Import;
}

import { serveJob } from '../../processes/workers.ts';
import { changeRecords, type RecordsChange, type RecordsChanged } from './change-records.ts';

serveJob<{ dataFolder: string; change: RecordsChange }, RecordsChanged>(async ({ dataFolder, change }) =>
  changeRecords(dataFolder, change),
);

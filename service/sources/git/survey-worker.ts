/** Worker thread of a survey: programs are asked, and what they say is counted here. */
import { serveJob } from '../../processes/workers.ts';
import type { SourceSurvey, SurveyJob } from '../survey/survey.ts';
import { surveyGit } from './survey.ts';

serveJob<SurveyJob, SourceSurvey>((job, _post, signal) => surveyGit(job, signal));

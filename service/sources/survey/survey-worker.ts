/** Worker thread of a survey: programs are asked, and what they say is counted here. */
import { serveJob } from '../../processes/workers.ts';
import { surveyGit } from '../git/survey.ts';
import { surveyMercurial } from '../mercurial/survey.ts';
import { surveySubversion } from '../subversion/survey.ts';
import { surveyTfvc } from '../tfvc/survey.ts';
import type { SourceSurvey, SurveyJob } from './survey.ts';

serveJob<SurveyJob, SourceSurvey>(async (job, _post, signal) => {
  switch (job.vcs) {
    case 'git':
      return surveyGit(job, signal);
    case 'subversion':
      return surveySubversion(job, signal);
    case 'mercurial':
      return surveyMercurial(job, signal);
    case 'tfvc':
      return surveyTfvc(job, signal);
  }
});

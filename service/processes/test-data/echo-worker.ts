import { ImportFailure } from '../../sources/source.ts';
import { runTool } from '../run.ts';
import { serveJob } from '../workers.ts';

serveJob<{ say: string }, string, string>(async (input, post, signal) => {
  post('begun');
  if (input.say === 'fail') throw new ImportFailure('auth', 'No.');
  if (input.say === 'hang')
    await runTool({ signal, command: 'sh', args: ['-c', 'echo $$; exec sleep 60'], onStdout: (line) => post(line) })
      .done;
  return input.say;
});

import { Failure } from '../../failures/failure.ts';
import { runTool } from '../run.ts';
import { serveJob } from '../workers.ts';

serveJob<{ say: string }, string, string>(async (input, post, signal) => {
  post('begun');
  if (input.say === 'fail') throw Failure.of('import.asks_for_login', {});
  if (input.say === 'hang')
    await runTool({ signal, command: 'sh', args: ['-c', 'echo $$; exec sleep 60'], onStdout: (line) => post(line) })
      .done;
  return input.say;
});

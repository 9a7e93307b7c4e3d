/** Whether anything can be fetched at all, asked before npm, which tries for minutes. */
import { connect } from 'node:net';
import { runCommand } from './command.mjs';
import { SetupError } from './project.mjs';

/** How long a name and a connection may take, in milliseconds: a person hears within five seconds. */
const PATIENCE_MS = 3500;

let asked = null;

/**
 * Asks once for the registry that npm is set to, or the proxy before it.
 * @throws SetupError with what can be done
 */
export function requireRegistry() {
  asked ??= askRegistry();
  return asked;
}

async function askRegistry() {
  const { code, stdout } = await runCommand('npm', ['config', 'list', '--json'], { output: 'quiet' });
  const settings = code === 0 ? readJson(stdout) : null;
  // npm itself will say what is wrong with it.
  if (settings === null) return;
  const proxy = settings['https-proxy'] || settings.proxy;
  const place = addressOf(proxy) ?? addressOf(settings.registry);
  if (place === null) return;
  const reason = await reasonNotReached(place);
  if (reason === null) return;
  const what = addressOf(proxy) === null ? "npm's registry" : "npm's proxy";
  throw new SetupError(
    `This machine does not reach ${what}, ${place.host} (${reason}). Node, the packages and the window's runtime are fetched ` +
      'from there, once; later starts need no network. Connect it, or tell npm of your proxy or mirror ' +
      '(npm config set https-proxy, npm config set registry), and start again. Nothing was changed.',
  );
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function addressOf(text) {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const { hostname, port, protocol } = new URL(text);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'http:' ? 80 : 443) };
}

/** @returns {Promise<string | null>} null when something listens there */
function reasonNotReached({ host, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (reason) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reason);
    };
    const timer = setTimeout(() => end('no answer'), PATIENCE_MS);
    socket.once('connect', () => end(null));
    socket.once('error', ({ code, message }) => end(code ?? message));
  });
}

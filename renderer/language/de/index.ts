/** The window in German: a file a folder of screens, and one for what several of them say. */
import about from './about.json' with { type: 'json' };
import applications from './applications.json' with { type: 'json' };
import archives from './archives.json' with { type: 'json' };
import authors from './authors.json' with { type: 'json' };
import components from './components.json' with { type: 'json' };
import frame from './frame.json' with { type: 'json' };
import home from './home.json' with { type: 'json' };
import importLists from './import-lists.json' with { type: 'json' };
import imports from './imports.json' with { type: 'json' };
import migrations from './migrations.json' with { type: 'json' };
import peopleBook from './people-book.json' with { type: 'json' };
import rateLimit from './rate-limit.json' with { type: 'json' };
import remotes from './remotes.json' with { type: 'json' };
import repository from './repository.json' with { type: 'json' };
import session from './session.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import shared from './shared.json' with { type: 'json' };
import tokens from './tokens.json' with { type: 'json' };

export const german = {
  ...about,
  ...applications,
  ...archives,
  ...authors,
  ...components,
  ...frame,
  ...home,
  ...importLists,
  ...imports,
  ...migrations,
  ...peopleBook,
  ...rateLimit,
  ...remotes,
  ...repository,
  ...session,
  ...settings,
  ...setup,
  ...shared,
  ...tokens,
};

/** A text of the window, as it stands in the code. */
export type WindowText = keyof typeof german;

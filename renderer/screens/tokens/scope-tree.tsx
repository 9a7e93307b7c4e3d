import { Checkbox, Input } from '@mantine/core';
import type { Scope } from '../../../service/api/access/access-schemas.ts';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { useScopes } from '../../api/tokens.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { isImplied, withScope } from './chosen-scopes.ts';
import classes from './scope-tree.module.css';

interface ScopeTreeProps {
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** Every scope with what it means, below the one that brings it. */
export function ScopeTree({ chosen, onChange }: ScopeTreeProps) {
  const scopes = useScopes();
  const ownsInstallation = useOwnsInstallation();
  if (scopes.isPending) return <Waiting>{t('Reading the scopes…')}</Waiting>;
  if (scopes.isError) return <ErrorNotice error={scopes.error} onRetry={() => void scopes.refetch()} />;
  // Only owners of the installation can give the scope for folders.
  const offered = scopes.data.filter(
    ({ name }) => name !== 'local_folders' || ownsInstallation || chosen.includes(name),
  );
  return (
    <Input.Wrapper
      label={t('Scopes')}
      labelElement="div"
      description={t('What the token may do. A scope brings those below it; without any, only public things are read.')}
    >
      <section className={classes.box} aria-label={t('Scopes')} data-testid="scope-tree">
        <Branch scopes={offered} holder={null} chosen={chosen} onChange={onChange} />
      </section>
    </Input.Wrapper>
  );
}

interface BranchProps extends ScopeTreeProps {
  scopes: readonly Scope[];
  holder: string | null;
}

function Branch({ scopes, holder, chosen, onChange }: BranchProps) {
  const held = scopes.filter((scope) => scope.parent === holder);
  if (held.length === 0) return null;
  return (
    <ul className={classes.branch}>
      {held.map(({ name, description }) => {
        const implied = isImplied(scopes, chosen, name);
        return (
          <li key={name}>
            <Checkbox
              label={name}
              description={description}
              checked={implied || chosen.includes(name)}
              disabled={implied}
              onChange={(event) => onChange(withScope(scopes, chosen, name, event.currentTarget.checked))}
              className={classes.scope}
            />
            <Branch scopes={scopes} holder={name} chosen={chosen} onChange={onChange} />
          </li>
        );
      })}
    </ul>
  );
}

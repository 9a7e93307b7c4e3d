import type { addresses as english } from '../catalogue/addresses.ts';
import type { Sentences } from './sentences.ts';

export const addresses: Sentences<typeof english> = {
  'address.folder_right': () =>
    'Ordner dieses Rechners darf der Besitzer der Installation nennen, mit Passwort angemeldet oder mit einem Token, das den Scope local_folders hat. Verwenden Sie eine Adresse wie https://host/pfad, oder fragen Sie den Besitzer.',
  'address.own_data': (p) =>
    `${p.url} führt in den Ordner, in dem Gantry seine eigenen Daten aufbewahrt. Von dort wird nichts importiert und über den Pfad nichts dorthin gepusht. Nennen Sie das Repository stattdessen mit seinem Namen: mit seiner clone_url.`,
  'address.nothing_there': (p, work) =>
    `Unter ${p.url} gibt es auf diesem Rechner nichts. Prüfen Sie den Pfad, und ${work.again}.`,
  'address.folder_empty': (p, work) =>
    `Der Ordner ${p.url} ist leer. Geben Sie den Ordner an, in dem ein Repository liegt, und ${work.again}.`,
  'address.plain_file': (p, work) =>
    `${p.url} ist eine Datei und kein Bundle von Git oder Mercurial. Geben Sie den Ordner eines Repositorys oder ein Bundle an, und ${work.again}.`,
  'address.svn_dump': (p, work) =>
    `${p.url} ist ein Dump eines Subversion-Repositorys. Machen Sie daraus ein Repository („svnadmin create <Ordner>“, dann „svnadmin load <Ordner> < <Dump>“), geben Sie diesen Ordner an, und ${work.again}.`,
  'address.git_stream': (p, work) =>
    `${p.url} ist ein Strom für git fast-import. Machen Sie daraus ein Repository („git init --bare <Ordner>“, dann „git -C <Ordner> fast-import < <Strom>“), geben Sie diesen Ordner an, und ${work.again}.`,
  'address.packed': (p, work) =>
    `${p.url} ist gepackt (${p.format}). Entpacken Sie es, geben Sie das Repository, das Bundle oder den Dump darin an, und ${work.again}. Migrationsarchive werden unter Archive geöffnet.`,
  'address.svn_checkout': (p, work) =>
    `Der Ordner ${p.url} ist ein Checkout von Subversion und enthält keine Geschichte. „svn info“ nennt dort als URL, woher er stammt: Geben Sie diese Adresse an, und ${work.again}.`,
  'address.svn_checkout_of': (p, work) =>
    `Der Ordner ${p.url} ist ein Checkout von Subversion und enthält keine Geschichte. Er stammt von ${p.origin}: Geben Sie diese Adresse an, oder die, die ihr Server jetzt hat, und ${work.again}.`,
  'address.tfvc_workspace': (p, work) =>
    `Der Ordner ${p.url} ist ein Arbeitsbereich von Team Foundation und enthält keine Geschichte. „tf workfold“ nennt dort die Sammlung, aus der er stammt: Geben Sie deren Adresse an, und ${work.again}.`,
  'address.within_repository': (p, work) =>
    `Unter ${p.url} selbst wurde kein Repository gefunden; der Ordner liegt in dem von ${p.path}. Geben Sie diese Adresse an, wenn Sie dieses meinen, und ${work.again}.`,
  'address.is_list': (p, work) => {
    const count = p.repositories.length + p.more;
    const names = `${p.repositories.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}`;
    const perhaps = p.mayBeMore ? ' Es können mehr sein, da nicht in jeden Ordner darin gesehen wurde.' : '';
    const left = p.unreadable === 0 ? '' : ` Von den Ordnern darin dürfen ${p.unreadable} nicht gelesen werden.`;
    const unnamed =
      p.nameless > 0
        ? ` Ausgelassen wurde, was einen Namen hat, der kein Text ist (kein UTF-8): insgesamt ${p.nameless}. Benennen Sie es um, um es auch zu importieren.`
        : '';
    return count === 1
      ? `Der Ordner ${p.url} ist kein Repository; eines liegt darin: ${names}. Geben Sie diese Adresse an. Dann ${work.again}.${perhaps}${left}${unnamed}`
      : `Der Ordner ${p.url} ist kein Repository; ${count} liegen darin: ${names}. Geben Sie die Adresse von einem an, oder importieren Sie alle als Liste. Dann ${work.again}.${perhaps}${left}${unnamed}`;
  },
  'address.git_elsewhere': (p, work) =>
    `Der Ordner ${p.url} ist ein Checkout von Git ohne seine Geschichte, wie Worktrees und Submodule: Sein Repository liegt unter ${p.path}, sagt seine Datei „.git“, und dort ist nichts. Geben Sie die Adresse dieses Repositorys an, wo es jetzt liegt, und ${work.again}.`,
  'address.other_system': (p, work) =>
    `${p.url} ist von ${p.system}, woraus Gantry nicht importiert. Machen Sie zuerst ein Git-Repository daraus (${p.tool}), geben Sie dieses an, und ${work.again}.`,
  'address.names_no_text': (p, work) =>
    `Der Ordner ${p.url} ist kein Repository, und was darin liegt, hat einen Namen, der kein Text ist (kein UTF-8), und lässt sich nicht öffnen: ${p.name}${p.count > 1 ? ` und ${p.count - 1} weitere` : ''}. Benennen Sie es um, zum Beispiel mit convmv, und ${work.again}.`,
  'address.not_all_looked': (p, work) =>
    `Der Ordner ${p.url} ist kein Repository, und in ihm wurde keines gefunden. Es kann eines geben, weil nicht in jeden Ordner darin gesehen wurde. Geben Sie die Adresse des Repositorys oder eines näheren Ordners an, und ${work.again}.`,
  'address.not_readable': (p, work) =>
    `${p.path === p.url ? p.url : `${p.path}, ein Teil von ${p.url},`} darf von dem Benutzer nicht gelesen werden, unter dem Gantry läuft. Geben Sie ihm das Recht, alles davon zu lesen, oder erstellen Sie eine Kopie, die ihm gehört. Dann ${work.again}.`,
  'address.disk_not_reached': (p, work) =>
    `${p.path === p.url ? p.url : `${p.path}, ein Teil von ${p.url},`} ist nicht erreichbar: Der Datenträger, auf dem es liegt, arbeitet nicht richtig, oder der Server dieser Freigabe ist weg. Verbinden Sie ihn wieder, sehen Sie nach, ob sich die Dateien lesen lassen, und ${work.again}.`,
  'address.no_repository': (p) =>
    `${p.url} ist weder ein Ordner noch eine Datei, die Gantry lesen kann. Geben Sie den Pfad eines Repositorys oder eines Bundles an.`,
};

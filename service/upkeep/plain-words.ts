/**
 * Words that logs may keep in diagnostics: those of our own sentences, and what tools say of networks, disks and objects.
 * Every other word may be a name.
 */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `
a abort about above absolute accept access account add address addresses administrator adopted afterwards again
against agent ahead all allowed alone already an and anew another answer answered answers any anybody api app april
apt archive archives archive’s are arm arrived as aside ask asked asks at attached attachment attachments august
auth authenticate authentication author authority authorization authors away azure back backed backslash backup
backups bad basic batch batches be become before begin begins being belong belongs between blob body both branch
branches brew broke broken brought bsdtar bundle busy but by byte bytes call came can cancel cancelled cannot case
cer certificate change changed changelog changes changeset changesets characters check checksum choice choices
choose circle client clock clone close closed closing code collection com comes commit commits compare complete
completed conflicts connect connection content contract control convert converted copied copy correct corrupt could
counted counters counts create credentials crt csv curl current cut daily damaged dangling darwin data database
days debian december decision deep deeper defaultcollection delete deleted delivery denied destination detail
detecting detection dev did differs digits directory disagree disconnect disjunction disk do does done dot dots
down download eacces each earlier early electron else elsewhere empty en end ended ending ends enforces engine
enoent enospc enter entered entry eof eperm equals erofs error event every everything example except exists exit
expected expired export exported exports extended extension factor failed failure fast fatal fault feature february
fetch fetched fetching file files fill find findarchive finds fingerprint finished first fit folder folders
followed follows for forbidden foreign forget form format found foundation free fri from fsck full further gantry
gateway gave gb get gets git give given gives gnu go goes gone got gz gzip harm has have head header heads heap
held here hg hindered history hold holds hook host hour http https hung hyphens i id if image import importable
imported imports impossible in index info inside inspection inspections install installation installed installer
instead internal into invalid is it its itself january json july june kb keeps kept key keychain keygen keys kind
know known knows lacks large larger last later lead leads leave led left let letters lfs lie lies limit limits line
lines link linux list listed listener listening lists little load local lock locked locks log login long longer
look looked looking lost lower machine macos made make making malformed many map mapped mapping march may mb
members memory menu mercurial message migration migrations milliseconds misplaced missing mon more most move moved
ms must name named nameless names navigate navigation needed needs neither nested network never new newer next no
nobody node none nor not nothing november now npm null number object objects october odd of off offered offers old
on one ones online only open openable opendirectory opened openfile operation option or order organisation
organization other others out over overwrite overwritten own owned owner pack packed packet packs page part partial
parts passed password passwords path pause peer pem pending permission permissions personal place plain please port
premature process program programs progress project projects proxy published publishing push pushed pushes put puts
question queue quiet quit quota ran rate raw reach reaches read reading readonly reads ready real reason record
records recover recovery redirect redirected redirects ref refs refused refuses refusing release released
remembered remote remotes remove removed removing repacked replace replaced report repositories repository request
requests reset resolve response restart restore restored restores restoring rev revision revisions rewrite right
rights rollback root route rpc rules run running runs said same sat save saved say says schema scope second seconds
secret secrets secure security see seen select sends sense sent sentence september serve server server’s service
set sets settings seven several sha shm should showhiddenfiles shows sideband sign signal signed silent since
single size slow so some somebody something somewhere source space sparse speak split sqlite ssh ssl staging stands
start started starting starts state statement stays still stop stopped store stored stream string subversion such
sudo sun svn svnadmin switch switched system table tables tag tags take taken takes talk tar team test text tfs
tfvc than that the theirs them then there they this thread through thu time timed timeout times tip tls to token
tokens too took tool tools trailing transaction tree tried tries truncated trust trusted try ts tue twice two txt
ubuntu unable under underscores unexpected unexpectedly unfinished unknown unlock unlocked unpack unpacked unpacks
unreachable unreadable unsafe until untrusted unusable unverified up upper url use used user users uses usual utf
valid variable verification verified verify version versions wait waiting waits wal walk walked want wanted warning
was way webhook webhooks wed went were what when where whether which while who whose wiki will window windows with
within without words work worker would writable write writes written wrong yet you your yours
warn trying tried try debug verbose reads read removed remove row rows statement slow took writes written write which who whole why with within without work worker wrong year years yet you your
`.split(/\s+/),
);

/**
 * The starter: a Perl of a few MB that starts programs for an engine on Linux. Node starts one by `fork` (libuv, uv_spawn), which
 * copies the page tables of who starts it and holds up all its threads meanwhile: 10 ms with 100 MB, 29 ms with 300 MB; here
 * it takes 0.5 ms. Every Debian has Perl with what is used here; without it Node starts programs itself.
 *
 * It listens on an abstract socket (unix(7)) to its own engine alone: SO_PEERCRED must name the process that started it. Each
 * connection begins with 64 bytes: its role, a space and the run's name, filled up with spaces.
 *
 * - Role `c`, one a run: then the length of the request (4 bytes, little end first), and the request: fields ended by NUL, which
 *   are the roles that come as connections (such as `02`; the rest is /dev/null), the umask in octal digits, the working
 *   directory (may be empty), the program, the count of its arguments, these, and the environment. Answers are lines: `P <pid>` or
 *   `E <errno>`, and at the end `X <exit code> <signal>`. Who closes it before that gives the program up: its group gets SIGTERM.
 * - Roles `0`, `1`, `2`: the program's stdin, stdout and stderr, as it gets them from Node too (a socket of the same kind).
 *
 * On its own stdin come lines: `watch <variable>=<mark>` and `leave <variable>=<mark>`. When that ends, what carries a mark that is
 * watched gets SIGTERM once, so that git removes its locks, then SIGKILL until three looks in a row find nothing (`watchdog.ts`).
 *
 * `pidfd_open` has the number 434 on every architecture (Linux 5.3); where there is none the starter does not begin.
 */
import { NICENESS } from '../give-way.ts';

export const STARTER_SCRIPT = `
use strict;
use Socket;
use POSIX ();

my ($name, $owner) = @ARGV;
$0 = 'gantry-starter';
$SIG{PIPE} = 'IGNORE';
my $HEAD = 64;
my (%on, %runs, %marks);
my $words = '';
my ($ears, $ready) = ('', '');
# Whether no more files may be open: the door is looked at again when something else has happened.
my $full = 0;

sub pidfd { my $fd = syscall(434, $_[0] + 0, 0); return $fd < 0 ? undef : $fd }
sub watch { my ($fd, $act) = @_; vec($ears, $fd, 1) = 1; $on{$fd} = $act }
# A number that was closed may be another one's in the same round.
sub unwatch { my ($fd) = @_; vec($_, $fd, 1) = 0 for $ears, $ready; delete $on{$fd} }

my $self = pidfd($$);
exit 1 unless defined $self;
POSIX::close($self);
socket(my $door, AF_UNIX, SOCK_STREAM, 0) or exit 1;
bind($door, pack_sockaddr_un("\\0$name")) or exit 1;
listen($door, 4096) or exit 1;
open(my $nothing, '+<', '/dev/null') or exit 1;

sub started {
  my ($run, $child) = @_;
  my $fd = pidfd($child);
  $run->{pid} = $child;
  syswrite($run->{control}, "P $child\\n");
  my $end = sub {
    waitpid($child, 0);
    my $how = $?;
    if (defined $fd) { unwatch($fd); POSIX::close($fd) }
    syswrite($run->{control}, 'X ' . ($how >> 8) . ' ' . ($how & 127) . "\\n") unless $run->{left};
    unwatch(fileno $run->{control}) unless $run->{left};
    close $run->{control};
    delete $runs{$run->{name}};
  };
  return defined $fd ? watch($fd, $end) : $end->();
}

sub begin {
  my ($run) = @_;
  return if $run->{pid} || !$run->{request};
  my ($roles, $umask, $folder, $program, $count, @rest) = @{$run->{request}};
  for my $role (split //, $roles) { return unless $run->{$role} }
  my @args = splice(@rest, 0, $count);
  pipe(my $told, my $tell) or return refuse($run, $!);
  my $child = fork;
  return refuse($run, $!) unless defined $child;
  if (!$child) {
    POSIX::setsid();
    setpriority(0, 0, getpriority(0, 0) + ${NICENESS});
    POSIX::dup2(fileno($run->{$_} || $nothing), $_) for 0, 1, 2;
    umask oct $umask;
    $SIG{PIPE} = 'DEFAULT';
    # A file that becomes too large is then told by its program: git has no words for the signal.
    $SIG{XFSZ} = 'IGNORE';
    if ($folder eq '' || chdir $folder) {
      %ENV = map { split /=/, $_, 2 } grep { /=/ } @rest;
      exec { $program } $program, @args;
    }
    syswrite($tell, pack 'l', $! + 0);
    POSIX::_exit(127);
  }
  close $tell;
  my $failed = sysread($told, my $errno, 4);
  for my $role (1, 2) { unwatch(fileno $run->{$role}) if $run->{$role} }
  close delete $run->{$_} for grep { $run->{$_} } 0, 1, 2;
  return started($run, $child) unless $failed;
  waitpid($child, 0);
  refuse($run, unpack 'l', $errno);
}

sub refuse {
  my ($run, $errno) = @_;
  syswrite($run->{control}, 'E ' . ($errno + 0) . "\\n");
  unwatch(fileno $run->{control});
  close $run->{control};
  delete $runs{$run->{name}};
}

sub given_up {
  my ($run) = @_;
  unwatch(fileno $run->{control});
  $run->{left} = 1;
  return kill('TERM', -$run->{pid}) if $run->{pid};
  for my $role (1, 2) { unwatch(fileno $run->{$role}) if $run->{$role} }
  delete $runs{$run->{name}};
}

sub control {
  my ($run) = @_;
  my $got = sysread($run->{control}, $run->{text}, 1 << 20, length $run->{text});
  return given_up($run) unless $got;
  return if $run->{request} || length $run->{text} < 4;
  my $length = unpack 'V', $run->{text};
  return if length $run->{text} < 4 + $length;
  $run->{request} = [split /\\0/, substr($run->{text}, 4, $length - 1), -1];
  $run->{text} = '';
  begin($run);
}

sub stream {
  my ($run, $role, $socket) = @_;
  $run->{$role} = $socket;
  if ($role) {
    watch(fileno $socket, sub { unwatch(fileno $socket); close delete $run->{$role} });
  }
  begin($run);
}

sub marked {
  my ($pid) = @_;
  open(my $file, '<', "/proc/$pid/environ") or return 0;
  local $/;
  my $text = <$file>;
  return defined $text && grep { $marks{$_} } split /\\0/, $text;
}

sub hunt {
  my ($signal, $calm) = ('TERM', 0);
  while ($calm < 3) {
    my $found = 0;
    opendir(my $all, '/proc') or last;
    for my $pid (grep { /^\\d+$/ } readdir $all) { $found += kill $signal, $pid if marked($pid) }
    $calm = $found ? 0 : $calm + 1;
    $signal = 'KILL';
    select undef, undef, undef, 0.2;
  }
  %marks = ();
}

sub arrived {
  my $socket;
  if (!accept($socket, $door)) {
    unwatch(fileno $door) if $full = $! == POSIX::EMFILE() || $! == POSIX::ENFILE();
    return;
  }
  my ($pid) = unpack 'l', getsockopt($socket, SOL_SOCKET, SO_PEERCRED);
  return unless $pid == $owner;
  my $head = '';
  watch(fileno $socket, sub {
    my $got = sysread($socket, $head, $HEAD - length $head, length $head);
    if ($got && length $head < $HEAD) { return }
    unwatch(fileno $socket);
    return close $socket unless $got;
    my ($role, $called) = $head =~ /^(\\w) (\\S+)/ or return close $socket;
    my $run = $runs{$called} ||= { name => $called, text => '' };
    return stream($run, $role, $socket) if $role ne 'c';
    $run->{control} = $socket;
    watch(fileno $socket, sub { control($run) });
  });
}

watch(fileno $door, \\&arrived);
watch(0, sub {
  if (!sysread STDIN, $words, 4096, length $words) { hunt() while %marks; exit 0 }
  while ($words =~ s/^(\\w+) ([^\\n]*)\\n//) {
    if ($1 eq 'watch') { $marks{$2} = 1 } else { delete $marks{$2} }
  }
});
syswrite(STDOUT, "ready\\n");
open(STDOUT, '>', '/dev/null');

while (1) {
  $ready = $ears;
  next if select($ready, undef, undef, undef) < 0;
  my $others = 0;
  for my $fd (keys %on) {
    next unless vec($ready, $fd, 1) && $on{$fd};
    $others++ if $fd != fileno $door;
    $on{$fd}->();
  }
  next unless $full && $others;
  $full = 0;
  watch(fileno $door, \\&arrived);
}
`;

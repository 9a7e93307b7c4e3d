// Drives the loopback API with the unmodified library go-github, and says as JSON what the library made of the answers.
// The first line of stdin says where; lines of stdout ask the other side to wait for something, which answers with a line.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/google/go-github/github"
)

// place is where everything is. Passwords come over stdin so that no list of processes shows them.
type place struct {
	Origin    string `json:"origin"`
	Login     string `json:"login"`
	Password  string `json:"password"`
	SVN       string `json:"svn"`
	Several   string `json:"several"`
	HookURL   string `json:"hook_url"`
	SVNLogin  string `json:"svn_login"`
	SVNSecret string `json:"svn_secret"`
}

const wyandotte = "application/vnd.github.wyandotte-preview+json"

var (
	background = context.Background()
	at         place
	seen       = map[string]interface{}{}
)

// withToken sends a token as golang.org/x/oauth2 does.
type withToken struct{ token string }

func (t withToken) RoundTrip(request *http.Request) (*http.Response, error) {
	copied := request.Clone(request.Context())
	copied.Header.Set("Authorization", "Bearer "+t.token)
	return http.DefaultTransport.RoundTrip(copied)
}

func main() {
	commands = bufio.NewScanner(os.Stdin)
	if !commands.Scan() {
		fail("stdin", "no line that says where the service is")
	}
	if err := json.Unmarshal(commands.Bytes(), &at); err != nil {
		fail("stdin", err)
	}
	password := &github.BasicAuthTransport{Username: at.Login, Password: at.Password}
	withPassword := github.NewClient(password.Client())
	base, err := url.Parse(at.Origin + "/api/v3/")
	if err != nil {
		fail("base address", err)
	}
	withPassword.BaseURL = base

	token := access(withPassword)
	// The origin alone: the library adds /api/v3/ itself, as for GitHub Enterprise.
	client, err := github.NewEnterpriseClient(at.Origin, at.Origin, &http.Client{Transport: withToken{token}})
	if err != nil {
		fail("NewEnterpriseClient", err)
	}
	accounts(client, withPassword)
	repositories(client)
	hook := hooks(client)
	imports(client)
	deliveries(client, hook)
	several(client)
	organizationMigrations(client)
	userMigrations(client)
	limited()
	endings(client)
	say(map[string]interface{}{"library": github.Version, "calls": made, "types": shapes, "seen": seen})
}

// download fetches the address of an archive as any HTTP client: without a login.
func download(name, address string) map[string]interface{} {
	if address == "" {
		fail(name, "the redirect has no address")
	}
	response, err := http.Get(address)
	note[struct{}](name, 1)
	if err != nil {
		fail(name, err)
	}
	defer response.Body.Close()
	hash := sha256.New()
	size, err := io.Copy(hash, response.Body)
	if err != nil {
		fail(name, err)
	}
	return map[string]interface{}{
		"status": response.StatusCode, "size": size, "sha256": hex.EncodeToString(hash.Sum(nil)),
		"own_host": strings.HasPrefix(address, at.Origin+"/"),
	}
}

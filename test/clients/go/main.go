// Reads all fourteen endpoints of records by the client that openapi-generator makes, and compares them with what curl has read.
// Run by .ci/clients, within the generated module: go run ./read-all URL TOKEN FOLDER
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"creel"
)

// What every record has.
type record interface{ GetId() string }

// What curl has read of a record that is to be compared.
type asCurl struct {
	Id              string     `json:"id"`
	CaughtAt        *time.Time `json:"caughtAt"`
	LengthCm        *float64   `json:"lengthCm"`
	Quantity        *int32     `json:"quantity"`
	CatchAndRelease *bool      `json:"catchAndRelease"`
	Name            *string    `json:"name"`
}

var folder string

func main() {
	url, token := os.Args[1], os.Args[2]
	folder = os.Args[3]
	configuration := creel.NewConfiguration()
	configuration.Servers = creel.ServerConfigurations{{URL: url}}
	api := creel.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), creel.ContextAccessToken, token)

	catches, _, err := api.CatchesAPI.ListCatches(ctx).Execute()
	id := compare("catches", catches, err)
	one, _, err := api.CatchesAPI.GetCatch(ctx, id).Execute()
	compareOne("catches", one, err)
	compareValues(catches)

	combos, _, err := api.CombosAPI.ListCombos(ctx).Execute()
	id = compare("combos", combos, err)
	combo, _, err := api.CombosAPI.GetCombo(ctx, id).Execute()
	compareOne("combos", combo, err)

	lines, _, err := api.LinesAPI.ListLines(ctx).Execute()
	id = compare("lines", lines, err)
	line, _, err := api.LinesAPI.GetLine(ctx, id).Execute()
	compareOne("lines", line, err)

	lures, _, err := api.LuresAPI.ListLures(ctx).Execute()
	id = compare("lures", lures, err)
	lure, _, err := api.LuresAPI.GetLure(ctx, id).Execute()
	compareOne("lures", lure, err)

	reels, _, err := api.ReelsAPI.ListReels(ctx).Execute()
	id = compare("reels", reels, err)
	reel, _, err := api.ReelsAPI.GetReel(ctx, id).Execute()
	compareOne("reels", reel, err)

	rods, _, err := api.RodsAPI.ListRods(ctx).Execute()
	id = compare("rods", rods, err)
	rod, _, err := api.RodsAPI.GetRod(ctx, id).Execute()
	compareOne("rods", rod, err)

	spots, _, err := api.SpotsAPI.ListSpots(ctx).Execute()
	id = compare("spots", spots, err)
	spot, _, err := api.SpotsAPI.GetSpot(ctx, id).Execute()
	compareOne("spots", spot, err)

	// Parameters: a comparison, a list parted by commas, a linked record in place.
	long, _, err := api.CatchesAPI.ListCatches(ctx).
		LengthCmGte(50).Sort([]creel.CatchSort{"-lengthCm", "id"}).Limit(5).Expand([]creel.CatchLink{creel.CATCH_LINK_LURE, "spot"}).Execute()
	check(err)
	for _, each := range long {
		expect("a length", each.GetLengthCm() >= 50, true)
		expect("the id of the spot", each.Spot.Get().GetId(), each.GetSpotId())
	}
}

// compare compares a list with what curl has read, and returns the id of its first record.
func compare[T any, P interface {
	*T
	record
}](name string, list []T, err error) string {
	check(err)
	var known []asCurl
	read(name, &known)
	expect(name+": how many", len(list), len(known))
	for index := range list {
		expect(name+": id", P(&list[index]).GetId(), known[index].Id)
	}
	fmt.Printf("go: %d %s\n", len(list), name)
	return known[0].Id
}

func compareOne(name string, one record, err error) {
	check(err)
	var known asCurl
	read(name+".first", &known)
	expect(name+": id of one", one.GetId(), known.Id)
	if named, ok := one.(interface{ GetName() string }); ok && known.Name != nil {
		expect(name+": name", named.GetName(), *known.Name)
	}
}

// compareValues compares a moment, a number, a whole number and a boolean of every catch, null among them.
func compareValues(catches []creel.Catch) {
	var known []asCurl
	read("catches", &known)
	for index, each := range catches {
		want := known[index]
		expect("caughtAt", each.CaughtAt.Get().Equal(*want.CaughtAt), true)
		expect("no lengthCm", each.LengthCm.Get() == nil, want.LengthCm == nil)
		if want.LengthCm != nil {
			expect("lengthCm", each.GetLengthCm(), *want.LengthCm)
		}
		expect("quantity", each.GetQuantity(), *want.Quantity)
		expect("no catchAndRelease", each.CatchAndRelease.Get() == nil, want.CatchAndRelease == nil)
		if want.CatchAndRelease != nil {
			expect("catchAndRelease", each.GetCatchAndRelease(), *want.CatchAndRelease)
		}
	}
}

func read(name string, into any) {
	text, err := os.ReadFile(filepath.Join(folder, name+".json"))
	check(err)
	check(json.Unmarshal(text, into))
}

func expect[T comparable](what string, found, wanted T) {
	if found != wanted {
		log.Fatalf("%s: found %v, not %v", what, found, wanted)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
